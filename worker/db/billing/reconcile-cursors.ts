import { eq } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import { reconcile_cursors } from '../schema/stripe-events.ts'

/** How far a scheduled job has read; null before its first run. */
export async function readCursor({ db }: DbCtx, name: string): Promise<string | null> {
  const [cursor] = await db.select().from(reconcile_cursors).where(eq(reconcile_cursors.name, name))
  return cursor?.value ?? null
}

export async function moveCursor({ db }: DbCtx, name: string, value: string): Promise<void> {
  await db
    .insert(reconcile_cursors)
    .values({ name, value })
    .onConflictDoUpdate({ target: reconcile_cursors.name, set: { value } })
}

/** As before its first run. */
export async function dropCursor({ db }: DbCtx, name: string): Promise<void> {
  await db.delete(reconcile_cursors).where(eq(reconcile_cursors.name, name))
}
