import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import { BILLING_PATH } from '../../contract/billing/billing-overview.ts'
import { subscribePath } from '../../contract/billing/subscribe-path.ts'
import { isMobileStore } from '../../contract/billing/store-billed.ts'
import { AppError } from '../../errors/app-error.ts'
import { alreadySubscribed } from '../subscribe/decide-subscribe.ts'
import { isOver } from '../sync/subscription-from-stripe.ts'
import {
  asStripeBillingCustomer,
  storeRefusal,
  type BillingCustomer,
  type StripeBillingCustomer,
} from '../customer/billing-customer.ts'
import { loadPriceChange, type PriceChange, type StripePrice } from './price-change.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { prices } from '../../db/schema/billing.ts'

/**
 * Who may go to Pro+ with one press (§2.4, §6): whoever has another plan that Stripe bills and that works. Asks nothing
 * of Stripe. Throws `conflict` (no plan, or one that is still to be paid), `already_subscribed`, `store_billed`.
 */
export function requireUpgradable(payer: BillingCustomer): StripeBillingCustomer {
  const { held } = payer
  if (held?.tier === 'pro') throw alreadySubscribed()
  if (isMobileStore(held?.payment_type)) throw storeRefusal(held)
  const found = asStripeBillingCustomer(payer)
  if (!found) throw noPlan()
  if (!works(found.held)) throw unpaid()
  return found
}

function works({ status }: { status: string }): boolean {
  return status === 'active' || status === 'trialing'
}

function noPlan(): AppError {
  const message = 'You have no plan yet that could be upgraded.'
  return new AppError('conflict', { message, redirectTo: subscribePath('pro') })
}

function unpaid(): AppError {
  const message = 'Your last payment did not go through. Please settle it first, then upgrade.'
  return new AppError('conflict', { message, redirectTo: BILLING_PATH })
}

/** The way to Pro+ for the period that they pay for now, at the price that everyone pays. */
export async function loadProPlusChange(ctx: Ctx, payer: StripeBillingCustomer): Promise<PriceChange> {
  const change = await loadPriceChange(await ctx.stripe(), payer, await proPlusPrice(ctx, payer.held))
  if (works(change.subscription)) return change
  // D1 had not heard of it.
  await syncCustomer(ctx, payer.customer)
  throw isOver(change.subscription) ? noPlan() : unpaid()
}

async function proPlusPrice(
  { db }: Ctx,
  { payment_interval, currency }: StripeBillingCustomer['held'],
): Promise<StripePrice> {
  const [found] = await db
    .select()
    .from(prices)
    .where(
      and(
        eq(prices.plan_id, 'pro'),
        eq(prices.interval, payment_interval),
        eq(prices.currency, currency),
        eq(prices.audience, 'everyone'),
        eq(prices.active, true),
        eq(prices.open_amount, false),
      ),
    )
  if (!found?.stripe_price_id) throw new AppError('billing_unavailable')
  return { ...found, stripe_price_id: found.stripe_price_id }
}
