import { and, eq, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { DbCtx } from '../system/context/context.ts'
import type { Db } from '../system/d1/client.ts'
import { prepared, type Given } from './d1-batch.ts'
import { insertRow } from './insert-row.ts'
import { users } from './schema/accounts.ts'
import { enablements } from './schema/applets.ts'
import { runners } from './schema/runners.ts'

/** Gives the user the Runner with this id, unless they have one. */
export function giveRunner({ db }: DbCtx, user_id: string, runner_id: string) {
  const row = { user_id: users.id, runner_id, wanted: 0, applied: 0 }
  return insertRow(db, runners, row, { from: users, where: eq(users.id, user_id) })
    .onConflictDoUpdate({
      target: runners.user_id,
      set: { runner_id: sql`coalesce(${runners.runner_id}, excluded.runner_id)` },
    })
    .returning({ runner_id: runners.runner_id, deleted_at: runners.deleted_at })
}

/** This is the user's Runner at the moment of writing. */
export function hasRunner(user_id: string, runner_id: string): SQL {
  return sql`exists (select 1 from ${runners} r
    where r.user_id = ${user_id} and r.runner_id = ${runner_id} and r.deleted_at is null)`
}

/**
 * The newest configuration of a user whose Runner was told one before, as a column; null for any other, which has to be
 * told everything.
 */
export function wantedOf(user: SQLWrapper) {
  return sql<number | null>`(select r.wanted from ${runners} r
    where r.user_id = ${user} and r.applied > 0 and r.deleted_at is null)`
}

/** The `wanted` right before and right after the writes of a batch. */
export type WantedStep = { before: number; after: number }

/** At the end of a batch: what its writes have made of `wanted`. */
export const wantedQuery = prepared((db, { user_id }: { user_id: Given<string> }) =>
  db.select({ wanted: runners.wanted }).from(runners).where(eq(runners.user_id, user_id)),
)

/** The `wanted` that marks a Runner as behind. `now` in ms. */
export function nextWanted(now: number): SQL {
  return sql`max(${runners.wanted} + 1, ${now})`
}

/** The id of this user's Runner, as a column; null until one has been told of an Applet. */
export function runnerIdOf(user: SQLWrapper) {
  // With a name of its own: a plain column would lose its table's, and be compared with itself.
  return sql<string | null>`(select r.runner_id from ${runners} r where r.user_id = ${user} and r.deleted_at is null)`
}

/** Where a user's Applets run: at most one row, without an id before the first sync. */
export function runnerQuery(db: Db, user: SQLWrapper) {
  return db
    .select({ runner_id: runners.runner_id })
    .from(runners)
    .where(and(sql`${runners.user_id} = ${user}`, isNull(runners.deleted_at)))
}

/** Null before the first sync, and for an account that is deleted. */
export async function readRunnerId({ db }: DbCtx, user_id: string): Promise<string | null> {
  const [row] = await runnerQuery(db, sql`${user_id}`)
  return row?.runner_id ?? null
}

export async function readUserOfRunner({ db }: DbCtx, runner_id: string): Promise<string | null> {
  const [owner] = await db.select({ user_id: runners.user_id }).from(runners).where(eq(runners.runner_id, runner_id))
  return owner?.user_id ?? null
}

/** Where an Applet that is on runs. `runner_id`: null before the first sync. */
type AppletOfKey = { user_id: string; applet_id: number; runner_id: string | null }

/** The Applet that an address of before starts, by its key's hash: such a key does not name its Runner. */
export async function readAppletOfHookKey({ db }: DbCtx, hook_key_hash: string): Promise<AppletOfKey | null> {
  const [row] = await db
    .select({ user_id: enablements.user_id, applet_id: enablements.applet_id, runner_id: runners.runner_id })
    .from(enablements)
    .innerJoin(runners, eq(runners.user_id, enablements.user_id))
    .where(and(eq(enablements.hook_key_hash, hook_key_hash), eq(enablements.status, 'enabled')))
  return row ?? null
}

/** The Applet that a mail starts, by the hash of its address's key. */
export async function readAppletOfMailKey({ db }: DbCtx, mail_key_hash: string): Promise<AppletOfKey | null> {
  const [row] = await db
    .select({ user_id: enablements.user_id, applet_id: enablements.applet_id, runner_id: runners.runner_id })
    .from(enablements)
    .innerJoin(runners, and(eq(runners.user_id, enablements.user_id), isNull(runners.deleted_at)))
    .where(and(eq(enablements.mail_key_hash, mail_key_hash), eq(enablements.status, 'enabled')))
  return row ?? null
}
