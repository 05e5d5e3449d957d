import { and, eq, inArray, isNull, lte, or, sql, type Column } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
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
