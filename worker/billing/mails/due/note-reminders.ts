import { and, asc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../../system/context/context.ts'
import { DAY, HOUR } from '../../../contract/shared/durations.ts'
import { users } from '../../../db/schema/accounts.ts'
import { isCardToTell, isRenewalToTell, isTrialToTell, subscriptions } from '../../../db/schema/billing.ts'
import { zoneOffset } from '../../../contract/shared/local-day.ts'
import { isReminderDue } from './reminder-day-rules.ts'
import { noteMoneyMails } from './note-money-mails.ts'

const TRIAL_NOTICE_DAYS = 3
const CARD_NOTICE_DAYS = 14
/** How many plans one statement reads, and how many statements a kind gets in one run. */
const PLANS_AT_ONCE = 500
const PAGES = 20
/** From nine in the morning to the end of the day on which the clocks go back. */
const REST_OF_DAY = 16 * HOUR

const { status, current_period_end, stripe_subscription_id } = subscriptions

/** No event of Stripe announces these in time, so they follow from the dates in D1. `told`: for which period's end. */
const REMINDERS = {
  // The first mail of a shorter trial says the same.
  trial_ending: {
    when: sql`${isTrialToTell(subscriptions)}
      and ${current_period_end} - ${subscriptions.current_period_start} > ${TRIAL_NOTICE_DAYS * DAY}`,
    days: () => TRIAL_NOTICE_DAYS,
    told: 'renewal_told',
  },
  renewal: {
    when: isRenewalToTell(subscriptions),
    days: ({ settings }: Ctx) => settings.RENEWAL_NOTICE_DAYS,
    told: 'renewal_told',
  },
  card_expiring: {
    when: sql`${isCardToTell(subscriptions)}
      and (${status} = 'active' or (${status} = 'trialing' and ${subscriptions.card_authenticated} = 1))`,
    days: () => CARD_NOTICE_DAYS,
    told: 'card_told',
  },
} as const
type Reminder = keyof typeof REMINDERS

/** Notes the reminders that are due in their users' zones, each once a period. Called every quarter of an hour. */
export async function noteReminders(ctx: Ctx): Promise<void> {
  await noteDue(ctx, 'trial_ending')
  await noteDue(ctx, 'renewal')
  await noteDue(ctx, 'card_expiring')
}

async function noteDue(ctx: Ctx, kind: Reminder): Promise<void> {
  const days = REMINDERS[kind].days(ctx)
  let from = ctx.now() + 1
  for (let page = 0; page < PAGES; page++) {
    const found = await nearlyDue(ctx, kind, { from, days })
    const due = found.flatMap(({ customer, subscription, ends, timezone }) => {
      const local = (at: number) => ({ at, offset: zoneOffset(at, timezone ?? 'UTC') })
      const isDue = ends !== null && isReminderDue(local(ctx.now()), local(ends), days)
      return isDue && customer && subscription ? [{ customer, kind, subscription, subject: String(ends) }] : []
    })
    if (due.length > 0) {
      await noteMoneyMails(ctx, due)
      await markTold(ctx, kind, due)
    }
    const last = found.at(-1)?.ends ?? null
    if (found.length < PLANS_AT_ONCE || last === null) return
    from = last
  }
}

/** Plans that renew `from` then on (ms), at most to the end of the day that is `days` away, and that were not told yet. */
function nearlyDue({ db, now }: DbCtx & ClockCtx, kind: Reminder, { from, days }: { from: number; days: number }) {
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
        REMINDERS[kind].when,
        gte(current_period_end, from),
        lte(current_period_end, now() + days * DAY + REST_OF_DAY),
        isNotNull(users.stripe_customer_id),
      ),
    )
    .orderBy(asc(current_period_end))
    .limit(PLANS_AT_ONCE)
}

/** So that the next run does not look at them. A period that ends at another time is told again. */
async function markTold({ db }: DbCtx, kind: Reminder, told: readonly { subscription: string; subject: string }[]) {
  const periods = JSON.stringify(told.map(({ subscription, subject }) => [subscription, Number(subject)]))
  await db
    .update(subscriptions)
    .set({ [REMINDERS[kind].told]: current_period_end })
    .where(
      sql`(${stripe_subscription_id}, ${current_period_end}) in (select value ->> 0, value ->> 1 from json_each(${periods}))`,
    )
}
