import { and, eq, inArray, isNull, lte, or, sql, type Column } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { connected_accounts } from '../schema/connections.ts'
import { runners, trigger_identities } from '../schema/runners.ts'

/** A subscription is polled by hints at most that often, in ms. */
const HINT_GAP = 5000

/** What a service says is new: of its own subscriptions, or of its accounts, by its own names. */
type Hinted = { module_name: string; identities: string[]; accounts: string[] }

/** A subscription that its Runner is to poll, after so many ms. */
type Claimed = { runner_id: string; identity: string; wait: number }

/** Claims the subscriptions that no earlier hint polls yet; a hint that comes too soon polls when the gap is over. */
export async function claimHints(
  { db, ...ctx }: DbCtx & ClockCtx,
  { module_name, identities, accounts }: Hinted,
): Promise<Claimed[]> {
  const now = ctx.now()
  const { identity, account_id, hinted_at } = trigger_identities
  const ofAccounts = db
    .select({ id: connected_accounts.id })
    .from(connected_accounts)
    .where(and(eq(connected_accounts.module_name, module_name), isIn(connected_accounts.account_id, accounts)))
  const claimed = await db
    .update(trigger_identities)
    .set({ hinted_at: sql`max(${now}, coalesce(${hinted_at}, 0) + ${HINT_GAP})` })
    .where(
      and(
        eq(trigger_identities.module_name, module_name),
        or(isIn(identity, identities), inArray(account_id, ofAccounts)),
        or(isNull(hinted_at), lte(hinted_at, now)),
      ),
    )
    .returning({
      identity,
      hinted_at,
      runner_id: sql<
        string | null
      >`(select r.runner_id from ${runners} r where r.user_id = ${trigger_identities}.user_id)`,
    })
  return claimed.flatMap((row) => {
    const wait = Math.max(0, (row.hinted_at ?? now) - now)
    return row.runner_id === null ? [] : [{ runner_id: row.runner_id, identity: row.identity, wait }]
  })
}

function isIn(column: Column, texts: readonly string[]) {
  return sql`${column} in (select value from json_each(${JSON.stringify(texts)}))`
}

/** A trigger that is polled with an account. */
type PolledTrigger = { identity: string; module_name: string; account_id: string }

/**
 * What a Runner polls since it was told up to `applied`: these triggers, and nothing else where `left` says so; without
 * those that are left otherwise.
 */
export type Polled = { triggers: readonly PolledTrigger[]; left: 'all others' | readonly string[] }

/**
 * Which subscriptions a service may mean when it says "poll now". A row that a later note made stays: one too many is
 * asked for in vain, one too few would not be.
 */
export function polledWrites(
  db: Db,
  { user_id, applied }: { user_id: string; applied: number },
  { triggers, left }: Polled,
) {
  // One bound value: D1 takes at most 100.
  const list = sql`json_each(${JSON.stringify(triggers.map((each) => [each.identity, each.module_name, each.account_id]))})`
  const { identity } = trigger_identities
  const isLeft =
    left === 'all others' ? sql`${identity} not in (select value ->> 0 from ${list})` : isIn(identity, left)
  const isNewest = sql`exists (select 1 from ${runners} r where r.user_id = ${user_id} and r.applied = ${applied})`
  return [
    ...(left.length === 0
      ? []
      : [db.delete(trigger_identities).where(and(eq(trigger_identities.user_id, user_id), isLeft, isNewest))]),
    ...(triggers.length === 0
      ? []
      : [
          db
            .insert(trigger_identities)
            .select(sql`select value ->> 0, ${user_id}, value ->> 1, value ->> 2, null from ${list} where true`)
            .onConflictDoNothing(),
        ]),
  ]
}
