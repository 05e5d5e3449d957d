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

function isIn(column: Column, texts: string[]) {
  return sql`${column} in (select value from json_each(${JSON.stringify(texts)}))`
}

/** A trigger that is polled with an account. */
export type PolledTrigger = { identity: string; module_name: string; account_id: string }

/** Which subscriptions a service may mean when it says "poll now": these alone, of this user. */
export function polledWrites(db: Db, user_id: string, polled: readonly PolledTrigger[]) {
  // One bound value: D1 takes at most 100.
  const list = sql`json_each(${JSON.stringify(polled.map((each) => [each.identity, each.module_name, each.account_id]))})`
  return [
    db
      .delete(trigger_identities)
      .where(
        and(
          eq(trigger_identities.user_id, user_id),
          sql`${trigger_identities.identity} not in (select value ->> 0 from ${list})`,
        ),
      ),
    db
      .insert(trigger_identities)
      .select(sql`select value ->> 0, ${user_id}, value ->> 1, value ->> 2, null from ${list} where true`)
      .onConflictDoNothing(),
  ]
}
