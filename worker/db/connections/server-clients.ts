import { eq, getTableColumns } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { oauth_clients } from '../schema/connections.ts'

export type { ServerEndpoints } from '../schema/connections.ts'

/** Our client at a server of a service where each server gives its own. */
export type ServerClientRow = typeof oauth_clients.$inferSelect
type AtServer = Pick<ServerClientRow, 'module_name' | 'server'>

function idOf({ module_name, server }: AtServer): string {
  return `${module_name} ${server}`
}

export async function readServerClientRow({ db }: DbCtx, at: AtServer): Promise<ServerClientRow | null> {
  const [row] = await db
    .select()
    .from(oauth_clients)
    .where(eq(oauth_clients.id, idOf(at)))
  return row ?? null
}

/**
 * Saves the client, unless it is no longer the one that was read: of two who come first together, both use that of one.
 * Returns the one that is saved then.
 */
export async function upsertServerClient(
  { db, ...ctx }: DbCtx & ClockCtx,
  { module_name, server, ...given }: Omit<ServerClientRow, 'id' | 'created_at' | 'updated_at'>,
  before: ServerClientRow | null,
): Promise<ServerClientRow | null> {
  const id = idOf({ module_name, server })
  const changed = { ...given, updated_at: ctx.now() }
  const { stored } = await runNamed(db, {
    saved: db
      .insert(oauth_clients)
      .values({ id, module_name, server, ...changed, created_at: ctx.now() })
      .onConflictDoUpdate({
        target: oauth_clients.id,
        set: changed,
        setWhere: eq(oauth_clients.client, before?.client ?? ''),
      }),
    stored: decoded(db.select().from(oauth_clients).where(eq(oauth_clients.id, id)), getTableColumns(oauth_clients)),
  })
  return stored[0] ?? null
}
