import { and, asc, eq, exists, inArray, isNotNull, lte, notExists, or, sql, type SQL } from 'drizzle-orm'
import { MINUTE } from '../contract/shared/durations.ts'
import type { ClockCtx, DbCtx } from '../system/context/context.ts'
import { runNamed } from './d1-batch.ts'
import { insertRow } from './insert-row.ts'
import { connected_accounts, grant_revocations, services } from './schema/connections.ts'

export type Revocation = typeof grant_revocations.$inferSelect

/** How long the request that wrote a row has for the first try. */
const FIRST_TRY = 5 * MINUTE
/** The waits between tries double from here: the tenth and last one comes after five days. */
const AGAIN = 15 * MINUTE
/** Each may take a service as long as it takes. */
export const GRANTS_AT_ONCE = 10

/**
 * The statement that notes the grants of these accounts, to be revoked after the batch that then deletes them.
 * `which` is a condition on `connected_accounts`; `undone`: the services where something has to be undone in their own way.
 * It notes nothing of other services whose grants cannot be revoked.
 */
export function noteRevocations(
  { db, now }: DbCtx & ClockCtx,
  which: SQL | undefined,
  { undone }: { undone: readonly string[] },
) {
  const { id, user_id, module_name, account_id, access_token, refresh_token, server } = connected_accounts
  const isRevocable = or(isNotNull(services.revoke_url), inArray(module_name, [...undone]))
  // Only the standard's revocation takes a refresh token; a service's own way is to be asked as steps ask it.
  const ownWay = sql`${module_name} in (select value from json_each(${JSON.stringify(undone)}))`
  const token = sql`iif(${ownWay}, ${access_token}, coalesce(${refresh_token}, ${access_token}))`
  const row = { id, user_id, module_name, account_id, token, server, created_at: now(), next_at: now() + FIRST_TRY }
  const from = sql`${connected_accounts} join ${services} on ${eq(services.module_name, module_name)}`
  return insertRow(db, grant_revocations, row, { from, where: and(which, isRevocable) })
}

type NewRevocation = Omit<Revocation, 'created_at' | 'next_at' | 'attempts'>

/** Notes the grant of an account that is not stored. */
export async function insertRevocation({ db, ...ctx }: DbCtx & ClockCtx, row: NewRevocation): Promise<void> {
  const now = ctx.now()
  await db.insert(grant_revocations).values({ ...row, created_at: now, next_at: now + FIRST_TRY })
}

/** The ids of those to be tried again by `before` (ms), at most GRANTS_AT_ONCE. */
export async function readDueRevocations({ db }: DbCtx, before: number): Promise<string[]> {
  const { id, next_at } = grant_revocations
  const due = await db
    .select({ id })
    .from(grant_revocations)
    .where(lte(next_at, before))
    .orderBy(asc(next_at))
    .limit(GRANTS_AT_ONCE)
  return due.map((row) => row.id)
}

/**
 * Counts a try before it is made: one that dies is not repeated at once. Null without one to make: an account that its
 * user has connected again keeps its grant, because some services end all grants of an account together.
 */
export async function takeRevocation({ db, now }: DbCtx & ClockCtx, id: string): Promise<Revocation | null> {
  const { attempts, user_id, module_name, account_id } = grant_revocations
  const isIt = eq(grant_revocations.id, id)
  const again = db
    .select({ id: connected_accounts.id })
    .from(connected_accounts)
    .where(
      and(
        eq(connected_accounts.user_id, user_id),
        eq(connected_accounts.module_name, module_name),
        eq(connected_accounts.account_id, account_id),
      ),
    )
  const { taken } = await runNamed(db, {
    taken: db
      .update(grant_revocations)
      .set({ attempts: sql`${attempts} + 1`, next_at: sql`${now()} + ${AGAIN} * (1 << ${attempts})` })
      .where(and(isIt, notExists(again)))
      .returning(),
    kept: db.delete(grant_revocations).where(and(isIt, exists(again))),
  })
  return taken[0] ?? null
}

export async function deleteRevocation({ db }: DbCtx, id: string): Promise<void> {
  await db.delete(grant_revocations).where(eq(grant_revocations.id, id))
}
