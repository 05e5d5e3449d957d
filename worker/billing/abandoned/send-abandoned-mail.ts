import type { Ctx } from '../../system/context/context.ts'
import { subscribePath } from '../../contract/billing/subscribe-path.ts'
import { PLANS, type SoldPlan } from '../../contract/tiers.ts'
import { toPlan } from '../../contract/billing/price-format.ts'
import type { Env } from '../../system/context/env.ts'
import { deliverMail } from '../../messages/mail/deliver-mail.ts'
import type { AbandonedCheckoutJob } from '../../contract/jobs/jobs.ts'
import { abandonedCheckoutMail } from '../../messages/mail/mails.ts'
import { makeUnsubscribeLink, unsubscribeHeaders } from '../../messages/mail/unsubscribe-link.ts'
import { pricesFor } from '../offer/prices.ts'
import { isCurrentPlan } from '../../users/entitlements/entitlement-rules.ts'
import { readAbandonedCheckout } from '../../db/billing/abandoned-checkouts.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'

/**
 * Queue consumer for an abandoned checkout. Drops the job if the user is gone or has deleted the account, has a plan by
 * now, has unsubscribed, or the plan is no longer sold. Sends the mail once, however often the queue delivers the job.
 */
export async function sendAbandonedMail(ctx: Ctx, service: Env['EMAIL'], job: AbandonedCheckoutJob): Promise<void> {
  const { settings } = ctx
  const { id, user_id, plan_id } = job
  const { user, held, catalogue } = await readAbandonedCheckout(ctx, user_id, plan_id)
  const now = ctx.now()
  if (!user || user.deletes_at !== null || user.reminders_off_at !== null) return
  if (held.some((each) => isCurrentPlan(each, now))) return
  const offers = formatPrices(plan_id, pricesFor(catalogue, { student: user.student, hadLegacy: false }))
  if (offers.length === 0) return
  const unsubscribe = await makeUnsubscribeLink(ctx, user_id)
  const mail = abandonedCheckoutMail({
    product: settings.PRODUCT_NAME,
    login: user.login,
    plan: PLANS[plan_id].name,
    prices: offers,
    link: `${settings.SITE_ORIGIN}${subscribePath(plan_id)}`,
    unsubscribe,
  })
  const headers = unsubscribeHeaders(unsubscribe)
  await deliverMail(ctx, service, { kind: 'mail', id, user_id, to: user.email, ...mail, headers })
}

/** "$3.49 a month", "$34.99 a year", as checkout shows them. */
function formatPrices(plan_id: SoldPlan, rows: readonly PriceRow[]): string[] {
  return rows
    .filter(({ currency }) => currency === 'usd')
    .toSorted((a, b) => a.amount - b.amount)
    .map((row) => `${toPlan({ ...row, plan_id }).local_price_formatted} a ${row.interval}`)
}
