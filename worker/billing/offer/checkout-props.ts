import type { ActorRow } from '../../db/sessions/actor-query.ts'
import { toActor } from '../../users/session/actor.ts'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import { CUSTOMERS_PATH, SUBSCRIPTIONS_PATH, type Checkout, type Offer } from '../../contract/billing/checkout.ts'
import { SOLD_PLANS, type SoldPlan } from '../../contract/tiers.ts'
import { toPlan } from '../../contract/billing/price-format.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { browserTypeOf } from './browser-type.ts'
import { pricesFor } from './prices.ts'
import { isCurrentPlan } from '../../users/entitlements/entitlement-rules.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'

/** The parts of checkout that depend on the user and on what is for sale, besides the running campaign. */
type Offers = Pick<Checkout, SoldPlan>
export type CheckoutViewer = { actor: ActorUser; props: Omit<Checkout, SoldPlan | 'campaign'> }

/**
 * The user who opens checkout, and §3's Checkout modal props without offers. Throws `not_signed_in`,
 * `billing_unavailable`.
 */
export function toCheckoutViewer({ settings, userAgent }: Ctx, rows: readonly ActorRow[], now: number): CheckoutViewer {
  const actor = toActor(rows, now)
  if (!actor) throw new AppError('not_signed_in')
  if (!settings.STRIPE_PUBLISHABLE_KEY) throw new AppError('billing_unavailable')
  const held = rows.flatMap(({ subscription }) => subscription ?? []).find((each) => isCurrentPlan(each, now))
  const props = {
    user_id: actor.id,
    email: actor.email,
    eligible_for_trial: actor.eligible_for_trial,
    eligible_trial_period: actor.eligible_trial_period,
    student: actor.student,
    browser_type: browserTypeOf(userAgent),
    create_stripe_customer_url: CUSTOMERS_PATH,
    subscriptions_path: SUBSCRIPTIONS_PATH,
    publishable_key: settings.STRIPE_PUBLISHABLE_KEY,
    stripe_js_url: settings.STRIPE_JS_URL || null,
    ...(settings.STRIPE_TAX && { asks_location: true as const }),
    held: held ? { plan_id: held.tier, payment_type: held.payment_type } : null,
  }
  return { actor, props }
}

/** The running campaign's code for this user; students have a price of their own. */
export function campaignFor({ student }: ActorUser, running: string | null): Pick<Checkout, 'campaign'> {
  return { campaign: student ? null : running }
}

/** The plans that this user can buy. */
export function offersFor({ student }: ActorUser, catalogue: readonly PriceRow[]): Offers {
  const sold = pricesFor(catalogue, { student, hadLegacy: false })
  // Object.fromEntries loses the type of the names.
  return Object.fromEntries(SOLD_PLANS.map((plan) => [plan, offer(sold, plan)])) as Offers
}

function offer(sold: readonly PriceRow[], plan_id: SoldPlan): Offer | null {
  const of = (interval: 'month' | 'year') => {
    const row = sold.find((each) => each.plan_id === plan_id && each.interval === interval && each.currency === 'usd')
    return row ? toPlan({ ...row, plan_id }) : null
  }
  const [monthly_plan, yearly_plan] = [of('month'), of('year')]
  const product_id = yearly_plan?.product_id ?? monthly_plan?.product_id
  if (!product_id) return null
  const icon = `/icons/plans/${plan_id}`
  const assets = { logo: `${icon}.svg`, badge: `${icon}-badge.svg` }
  return { product_id, tier: plan_id, plan_id, monthly_plan, yearly_plan, assets }
}
