import { isSold } from '../../contract/tiers.ts'
import type Stripe from 'stripe'
import { pastTrialHashes } from '../../users/accounts/past-trials.ts'
import type { Ctx, StripeCtx } from '../../system/context/context.ts'
import { storeOf } from '../../contract/billed-by.ts'
import { PROMO_ONLY_FOR } from '../../contract/payment-words.ts'
import type { Subscribe } from '../../contract/billing/checkout.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { toPaymentRefusal, isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { pricesFor, findClaimedPrice } from '../offer/prices.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { storeRefusal } from '../customer/billing-customer.ts'
import { refuseCampaignForStudent } from '../campaign/running-campaign.ts'
import { findPromotionCode, promoRefused } from '../promotions/find-promotion-code.ts'
import { firstPaymentWith } from '../offer/first-payment-with-code.ts'
import { decideTax } from '../tax/decide-tax.ts'
import { promisedCoupon } from '../trial-promotion/promised-amount.ts'
import { isEligibleForTrial, isCurrentPlan } from '../../users/entitlements/entitlement-rules.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'
import { readPurchase, type SubscribeRequest } from '../../db/billing/subscribe-attempts.ts'
import type { CheckoutPromise } from '../../db/billing/promised-promotions.ts'

/**
 * Decides what to ask of Stripe: the catalog sets the price, Stripe the promotion, and our rules the trial. Charges
 * nothing. Throws `store_billed`, `already_subscribed`, `price_refused`, `promo_refused`, `trial_refused`.
 */
export async function decideSubscribe(ctx: Ctx, user_id: string, input: Subscribe) {
  // Refuses what D1 already rules out before creating anything at Stripe.
  const before = await load(ctx, user_id, null)
  refuseCurrentPlan(before.held)
  const plan = planFor(before, input)
  const customer = await findOrCreateCustomer(ctx, user_id)
  // Syncs first, so that a plan that only Stripe knows is not sold again.
  const [payment] = await Promise.all([readPayment(ctx, input.payment_method, customer), syncCustomer(ctx, customer)])
  const world = await load(ctx, user_id, payment.fingerprint)
  refuseCurrentPlan(world.held)
  const promise = await checkPromo(ctx, input, { plan, customer, student: world.user.student, sold: world.sold })
  const promotion_code = promise?.promotion_code ?? null
  const tax = await decideTax(ctx, { customer, plan, promotion_code, typed: input.location })
  const trial_days = plan.open_amount ? 0 : trialDays(world, input.trial)
  const request: SubscribeRequest = {
    price: plan.stripe_price_id ?? {
      product: plan.product_id,
      currency: plan.currency,
      interval: plan.interval,
      amount: input.price.price_in_cents,
    },
    payment_method: input.payment_method,
    promotion_code,
    trial_days,
    fingerprint: payment.fingerprint,
    balance: input.balance,
    ...(tax && { tax }),
  }
  return { customer, request, promise: trial_days > 0 ? promise : null }
}

async function readPayment(ctx: StripeCtx, id: string, customer: string) {
  const stripe = await ctx.stripe()
  const method = await stripe.paymentMethods.retrieve(id).catch((error: unknown) => {
    throw isMissingAtStripe(error) ? unusable(error) : toPaymentRefusal(error)
  })
  if (method.customer !== null && method.customer !== customer) throw unusable()
  return { fingerprint: await fingerprintOf(method) }
}

function unusable(cause?: unknown): AppError {
  return new AppError('card_declined', { attribute: 'payment_method', cause })
}

/** Identifies a payment method across accounts; Link has no card, so its email counts. */
async function fingerprintOf({ card, link }: Stripe.PaymentMethod): Promise<string | null> {
  if (card?.fingerprint) return card.fingerprint
  return link?.email ? `link:${await sha256(link.email)}` : null
}

async function load(ctx: Ctx, user_id: string, card: string | null) {
  const fingerprint = card ?? ''
  const past_trials = await pastTrialHashes(ctx, 'card', fingerprint)
  const { user, catalogue, held, cardHadTrial } = await readPurchase(ctx, { user_id, fingerprint, past_trials })
  if (!user) throw new AppError('not_signed_in')
  const buyer = { student: user.student, hadLegacy: held.some(({ tier }) => !isSold(tier)) }
  return {
    user,
    mayTry: isEligibleForTrial(user, held),
    held: held.filter((each) => isCurrentPlan(each, ctx.now())),
    sold: pricesFor(catalogue, buyer),
    archived: catalogue.filter((row) => row.archived),
    cardIsNew: card !== null && !cardHadTrial,
  }
}
type World = Awaited<ReturnType<typeof load>>

function refuseCurrentPlan(held: World['held']): void {
  const store = held.find(({ payment_type }) => storeOf(payment_type))
  if (store) throw storeRefusal(store)
  if (held.length > 0) throw alreadySubscribed()
}

export function alreadySubscribed(): AppError {
  return new AppError('already_subscribed', { redirectTo: '/settings/billing' })
}

function planFor({ sold, archived }: World, { plan_id, product_id, price }: Subscribe): PriceRow {
  const rows = sold.filter((row) => row.plan_id === plan_id)
  if (rows.length === 0) throw unknownPlan('plan_id')
  const ours = rows.filter((row) => row.product_id === product_id)
  if (ours.length === 0) throw unknownPlan('product_id')
  const plan = findClaimedPrice(ours, price)
  if (plan) return plan
  const was = findClaimedPrice(
    archived.filter((row) => row.product_id === product_id),
    price,
  )
  throw was ? unknownPlan('plan_id') : new AppError('price_refused', { attribute: 'price' })
}

function unknownPlan(attribute: string): AppError {
  return new AppError('invalid_input', { attribute, message: SENTENCES.plan_not_sold })
}

type Buying = { plan: PriceRow; customer: string; student: boolean; sold: readonly PriceRow[] }

/** Null without a code. Throws `promo_refused`, also if the code gives another first payment than the page showed. */
async function checkPromo(
  ctx: Ctx,
  { promo_code, first_payment_in_cents }: Subscribe,
  { plan, customer, student, sold }: Buying,
): Promise<CheckoutPromise | null> {
  if (!promo_code) return null
  refuseCampaignForStudent(ctx, promo_code, { student })
  const promo = await findPromotionCode(ctx, promo_code, customer)
  const amount = await firstPaymentWith(ctx, promo, plan, customer)
  if (amount === null) {
    const other = sold.find((row) => isOtherInterval(row, plan))
    const isForOther = other && (await firstPaymentWith(ctx, promo, other, customer)) !== null
    throw promoRefused(isForOther ? PROMO_ONLY_FOR[other.interval] : undefined)
  }
  if (first_payment_in_cents !== undefined && first_payment_in_cents !== amount) throw promoRefused()
  return { promotion_code: promo.id, coupon: promisedCoupon(promo.coupon), price: plan.stripe_price_id ?? '', amount }
}

function isOtherInterval(row: PriceRow, { plan_id, interval, currency }: PriceRow): boolean {
  return row.plan_id === plan_id && row.interval !== interval && row.currency === currency
}

/** One trial per account and per card; none at a student price (§2.3). `claimed` is what the button promised. */
function trialDays({ user, mayTry, cardIsNew }: World, claimed: boolean | undefined): number {
  if (claimed && !mayTry)
    throw new AppError('trial_refused', { attribute: 'trial', message: SENTENCES.trial_for_first_plan })
  if (claimed && !cardIsNew) throw new AppError('trial_refused', { attribute: 'trial' })
  return mayTry && cardIsNew && claimed !== false ? user.eligible_trial_period : 0
}
