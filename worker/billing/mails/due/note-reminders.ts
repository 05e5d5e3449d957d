import type { Ctx, SettingsCtx } from '../../../system/context/context.ts'
import { DAY, HOUR } from '../../../contract/shared/durations.ts'
import { zoneOffset } from '../../../contract/shared/local-day.ts'
import { isReminderDue } from './reminder-day-rules.ts'
import { noteMoneyMails } from '../../../db/billing/noted-money-mails.ts'
import { markRenewalsTold, readUntoldRenewals, type Reminder } from '../../../db/billing/renewal-reminders.ts'

const TRIAL_NOTICE_DAYS = 3
const CARD_NOTICE_DAYS = 14
/** How many plans one statement reads, and how many statements a kind gets in one run. */
const PLANS_AT_ONCE = 500
const PAGES = 20
/** From nine in the morning to the end of the day on which the clocks go back. */
const REST_OF_DAY = 16 * HOUR

/** How many days before the renewal each comes. */
const DAYS: Record<Reminder, (ctx: SettingsCtx) => number> = {
  trial_ending: () => TRIAL_NOTICE_DAYS,
  renewal: ({ settings }) => settings.RENEWAL_NOTICE_DAYS,
  card_expiring: () => CARD_NOTICE_DAYS,
}

/** Notes the reminders that are due in their users' zones, each once a period. Called every quarter of an hour. */
export async function noteReminders(ctx: Ctx): Promise<void> {
  await noteDue(ctx, 'trial_ending')
  await noteDue(ctx, 'renewal')
  await noteDue(ctx, 'card_expiring')
}

async function noteDue(ctx: Ctx, kind: Reminder): Promise<void> {
  const days = DAYS[kind](ctx)
  let from = ctx.now() + 1
  for (let page = 0; page < PAGES; page++) {
    // At most to the end of the day that is `days` away.
    const to = ctx.now() + days * DAY + REST_OF_DAY
    const found = await readUntoldRenewals(ctx, kind, { from, to, days, most: PLANS_AT_ONCE })
    const due = found.flatMap(({ customer, subscription, ends, timezone }) => {
      const local = (at: number) => ({ at, offset: zoneOffset(at, timezone ?? 'UTC') })
      const isDue = ends !== null && isReminderDue(local(ctx.now()), local(ends), days)
      return isDue && customer && subscription ? [{ customer, subscription, ends }] : []
    })
    if (due.length > 0) {
      await noteMoneyMails(
        ctx,
        due.map(({ ends, ...plan }) => ({ ...plan, kind, subject: String(ends) })),
      )
      await markRenewalsTold(ctx, kind, due)
    }
    const last = found.at(-1)?.ends ?? null
    if (found.length < PLANS_AT_ONCE || last === null) return
    from = last
  }
}
