import { eq } from 'drizzle-orm'
import { actorQuery, toActor } from '../accounts/actor.ts'
import { isEligibleForTrial } from '../accounts/rules.ts'
import type { Ctx } from '../context.ts'
import {
  CUSTOMERS_PATH,
  SUBSCRIPTIONS_PATH,
  type Checkout,
  type Offer,
  type Plan,
  type SoldPlan,
} from '../contract/checkout.ts'
import { toPlan } from '../contract/prices.ts'
import { AppError } from '../http/app-error.ts'
import { browserTypeOf } from './browser-type.ts'
import { offered, type CatalogueRow } from './catalogue.ts'
import { isHeld } from './rules.ts'
import { plans } from './tables.ts'

/**
 * GET /api/checkout: what checkout needs to begin (§3 Checkout modal props), in one round trip. Throws
 * `billing_unavailable` where Stripe is not set up, `not_signed_in`.
 */
export async function getCheckout(ctx: Ctx): Promise<Checkout> {
  const { db, settings, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const now = ctx.now()
  const [rows, catalogue] = await db.batch([
    actorQuery(db, sessionHash, now),
    db.select().from(plans).where(eq(plans.active, true)),
  ])
  const actor = toActor(rows, now)
  const user = rows[0]?.user
  if (!actor || !user) throw new AppError('not_signed_in')
  if (!settings.STRIPE_PUBLISHABLE_KEY) throw new AppError('billing_unavailable')
  const held = rows.flatMap(({ subscription }) => subscription ?? []).find((each) => isHeld(each, now))
  const sold = offered(catalogue, { student: user.student, hadLegacy: false })
  return {
    user_id: actor.id,
    email: actor.email,
    eligible_for_trial: isEligibleForTrial(actor),
    eligible_trial_period: actor.eligible_trial_period,
    student: user.student,
    browser_type: browserTypeOf(ctx.userAgent),
    create_stripe_customer_url: CUSTOMERS_PATH,
    subscriptions_path: SUBSCRIPTIONS_PATH,
    publishable_key: settings.STRIPE_PUBLISHABLE_KEY,
    stripe_js_url: settings.STRIPE_JS_URL || null,
    held: held ? { plan_id: held.tier, payment_type: held.payment_type } : null,
    pro: offer(sold, 'pro'),
    intermediate_pro: offer(sold, 'intermediate_pro'),
  }
}

function offer(sold: readonly CatalogueRow[], plan_id: SoldPlan): Offer {
  const of = (interval: 'month' | 'year'): Plan | null => {
    const row = sold.find((each) => each.plan_id === plan_id && each.interval === interval && each.currency === 'usd')
    return row ? toPlan({ ...row, plan_id }) : null
  }
  const [monthly_plan, yearly_plan] = [of('month'), of('year')]
  const product_id = yearly_plan?.product_id ?? monthly_plan?.product_id
  if (!product_id) throw new AppError('billing_unavailable')
  const icon = `/icons/plans/${plan_id}`
  const assets = { logo: `${icon}.svg`, badge: `${icon}-badge.svg` }
  return { product_id, tier: plan_id, plan_id, monthly_plan, yearly_plan, assets }
}
