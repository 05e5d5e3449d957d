import { and, eq } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import { insertActivity } from '../activity-entries.ts'
import { runNamed } from '../d1-batch.ts'
import { enablements } from '../schema/applets.ts'

type FailedLook = { user_id: string; applet_id: number; message: string }

/** Logs that an Applet's trigger could not be asked, and why, as long as its user has the Applet. */
export async function logFailedLook(ctx: RunnerCtx, { user_id, applet_id, message }: FailedLook): Promise<void> {
  const entry = { id: ctx.id('act'), kind: 'look_failed' as const, user_id, applet_id, detail: { message } }
  const where = and(eq(enablements.user_id, user_id), eq(enablements.applet_id, applet_id))
  await runNamed(ctx.db, { logged: insertActivity(ctx, entry, { from: enablements, where }) })
}
