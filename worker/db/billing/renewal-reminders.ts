import { and, asc, eq, gte, isNotNull, lte, sql, type SQL } from 'drizzle-orm'
import { DAY } from '../../contract/shared/durations.ts'
import type { DbCtx } from '../../system/context/context.ts'
import { users } from '../schema/accounts.ts'
import { isCardToTell, isRenewalToTell, isTrialToTell, subscriptions } from '../schema/billing.ts'

export type Reminder = 'trial_ending' | 'renewal' | 'card_expiring'

const { status, current_period_end, stripe_subscription_id } = subscriptions

type Telling = { when: (days: number) => SQL; told: 'renewal_told' | 'card_told' }

/** No event of Stripe announces these in time, so they follow from the dates in D1. `told`: for which period's end. */
const TELLING: Record<Reminder, Telling> = {
  // The first mail of a shorter trial says the same.
  trial_ending: {
    when: (days) => sql`${isTrialToTell(subscriptions)}
      and ${current_period_end} - ${subscriptions.current_period_start} > ${days * DAY}`,
    told: 'renewal_told',
  },
  renewal: { when: () => isRenewalToTell(subscriptions), told: 'renewal_told' },
  card_expiring: {
    when: () => sql`${isCardToTell(subscriptions)}
      and (${status} = 'active' or (${status} = 'trialing' and ${subscriptions.card_authenticated} = 1))`,
    told: 'card_told',
  },
}

type Renewing = { customer: string | null; subscription: string | null; ends: number | null; timezone: string | null }

/**
 * Plans that renew between these two times (ms) and whose user was not told yet, the next first. `days`: how long before
 * the renewal the reminder comes.
 */
export async function readUntoldRenewals(
  { db }: DbCtx,
  kind: Reminder,
  { from, to, days, most }: { from: number; to: number; days: number; most: number },
): Promise<Renewing[]> {
  return db
    .select({
      customer: users.stripe_customer_id,
      subscription: stripe_subscription_id,
      ends: current_period_end,
      timezone: users.timezone,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .where(
      and(
        TELLING[kind].when(days),
        gte(current_period_end, from),
        lte(current_period_end, to),
        isNotNull(users.stripe_customer_id),
      ),
    )
    .orderBy(asc(current_period_end))
    .limit(most)
}

/** So that the next run does not look at them. A period that ends at another time is told again. `ends` in ms. */
export async function markRenewalsTold(
  { db }: DbCtx,
  kind: Reminder,
  told: readonly { subscription: string; ends: number }[],
): Promise<void> {
  const periods = JSON.stringify(told.map(({ subscription, ends }) => [subscription, ends]))
  await db
    .update(subscriptions)
    .set({ [TELLING[kind].told]: current_period_end })
    .where(
      sql`(${stripe_subscription_id}, ${current_period_end}) in (select value ->> 0, value ->> 1 from json_each(${periods}))`,
    )
}
