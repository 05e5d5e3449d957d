import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../../context/context.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import { users } from '../../../db/schema/accounts.ts'
import { subscriptions } from '../../../db/schema/billing.ts'
import { money_mails } from '../../../db/schema/money-mails.ts'
import { zoneOffset } from '../../../services/format/local-day.ts'
import { isReminderDue } from './reminder-day-rules.ts'
import { noteMoneyMails } from './note-money-mails.ts'

const TRIAL_NOTICE_DAYS = 3
const CARD_NOTICE_DAYS = 14
/** How many reminders of a kind one run writes. The rest follows with the next run. */
const MOST = 200

const { status, payment_interval, card_expires_at, current_period_end } = subscriptions
const trialLength = sql`${current_period_end} - ${subscriptions.current_period_start}`
const TRIAL = and(eq(status, 'trialing'), eq(subscriptions.card_authenticated, true))

/** No event of Stripe announces these in time, so they follow from the dates in D1. */
const REMINDERS = {
  // The first mail of a shorter trial says the same.
  trial_ending: { when: and(TRIAL, gt(trialLength, TRIAL_NOTICE_DAYS * DAY)), days: () => TRIAL_NOTICE_DAYS },
  renewal: {
    when: and(eq(status, 'active'), eq(payment_interval, 'year')),
    days: ({ settings }: Ctx) => settings.RENEWAL_NOTICE_DAYS,
  },
  card_expiring: {
    when: and(or(eq(status, 'active'), TRIAL), lte(card_expires_at, current_period_end)),
    days: () => CARD_NOTICE_DAYS,
  },
}
type Reminder = keyof typeof REMINDERS

/** Notes the reminders that are due in their users' zones, each once a period. Called every quarter of an hour. */
export async function noteReminders(ctx: Ctx): Promise<void> {
  await noteDue(ctx, 'trial_ending')
  await noteDue(ctx, 'renewal')
  await noteDue(ctx, 'card_expiring')
}

async function noteDue(ctx: Ctx, kind: Reminder): Promise<void> {
  const days = REMINDERS[kind].days(ctx)
  const found = await nearlyDue(ctx, kind, days)
  const due = found.flatMap(({ customer, subscription, ends, timezone }) => {
    const local = (at: number) => ({ at, offset: zoneOffset(at, timezone ?? 'UTC') })
    const isDue = ends !== null && isReminderDue(local(ctx.now()), local(ends), days)
    return isDue && customer && subscription ? [{ customer, kind, subscription, subject: String(ends) }] : []
  })
  await noteMoneyMails(ctx, due)
}

/** Plans that renew within a day more than `days`, and that were not told yet. */
function nearlyDue({ db, now }: Ctx, kind: Reminder, days: number) {
  return db
    .select({
      customer: users.stripe_customer_id,
      subscription: subscriptions.stripe_subscription_id,
      ends: current_period_end,
      timezone: users.timezone,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .leftJoin(
      money_mails,
      and(
        eq(money_mails.kind, kind),
        eq(money_mails.subscription, subscriptions.stripe_subscription_id),
        eq(money_mails.subject, sql`cast(${current_period_end} as text)`),
      ),
    )
    .where(
      and(
        REMINDERS[kind].when,
        eq(subscriptions.payment_type, 'stripe'),
        eq(subscriptions.cancel_at_period_end, false),
        isNull(subscriptions.cancel_at),
        gt(current_period_end, now()),
        lte(current_period_end, now() + (days + 2) * DAY),
        isNull(money_mails.id),
        isNotNull(users.stripe_customer_id),
      ),
    )
    .orderBy(current_period_end)
    .limit(MOST)
}
