import { requireUser } from '../../system/context/require-user.ts'
import { countTries, type RateLimitRule } from '../../db/rate-limit.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import type { Ctx, DbCtx, ActorUser } from '../../system/context/context.ts'
import { INVALID_PROMO, PROMO_ONLY_FOR } from '../../contract/payment-words.ts'
import type { PromoAnswer, PromoCheck, PromoTerm } from '../../contract/billing/checkout.ts'
import { promoCopy } from '../../contract/billing/promo-copy.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { pricesFor } from './prices.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { refuseCampaignForStudent } from '../campaign/running-campaign.ts'
import { findPromotionCode, promoRefused } from '../promotions/find-promotion-code.ts'
import { firstPaymentWith } from './first-payment-with-code.ts'
import { type PriceRow, readPricesOnSale } from '../../db/billing/price-catalog.ts'

/** Codes are short, so many tries would find one. */
export const PROMO_PER_USER: RateLimitRule = { rule: 'promo_user', tries: 10, window: 60_000 }
const PROMO_PER_IP: RateLimitRule = { rule: 'promo_ip', tries: 30, window: 60_000 }

/**
 * POST /subscriptions/validate_promo_code (§7 Validate promo): what the plan with these two prices costs with the code.
 * A code counts if one of the two satisfies it. Throws `promo_refused`, and `rate_limited` with the same sentence, so that it tells a guesser nothing.
 */
export async function validatePromo(ctx: Ctx, input: PromoCheck): Promise<PromoAnswer> {
  const user = await requireUser(ctx)
  await countTries(
    ctx,
    { limit: PROMO_PER_USER, whom: user.id },
    { limit: PROMO_PER_IP, whom: networkOf(ctx.ip) },
  ).catch(inTheSameWords)
  refuseCampaignForStudent(ctx, input.code, user)
  const { month, year } = await pricesOf(ctx, user, input)
  const customer = await findOrCreateCustomer(ctx, user.id)
  const promo = await findPromotionCode(ctx, input.code, customer)
  const term = termAfterTrial(promo.term, user)
  const firstOf = (plan: PriceRow | null) => plan && firstPaymentWith(ctx, promo, plan, customer)
  const [monthly, yearly] = await Promise.all([firstOf(month), firstOf(year)])
  if (monthly === null && yearly === null) throw promoRefused()
  const copyOf = (plan: PriceRow | null, first: number | null) => {
    if (!plan) return null
    const { amount: full, currency, interval } = plan
    if (first === null) return PROMO_ONLY_FOR[interval === 'month' ? 'year' : 'month']
    return promoCopy({ first, full, currency, interval, term })
  }
  return {
    term,
    month_price_copy: copyOf(month, monthly),
    year_price_copy: copyOf(year, yearly),
    month_first_payment: monthly,
    year_first_payment: yearly,
  }
}

/** Stripe counts the months of a code from the beginning of a trial, so a long one leaves fewer payments to lower. */
function termAfterTrial(term: PromoTerm, { eligible_for_trial, eligible_trial_period }: ActorUser): PromoTerm {
  if (term.kind !== 'months' || !eligible_for_trial) return term
  // By the shortest month, so that no payment costs more than shown. The first is lowered in any case.
  return { ...term, months: Math.max(1, term.months - Math.floor(eligible_trial_period / 28)) }
}

function inTheSameWords(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
  throw new AppError('rate_limited', { ...error.detail, message: INVALID_PROMO, attribute: 'promo_code' })
}

/** The one plan with exactly these prices. Throws `promo_refused` if none or several match. */
async function pricesOf(ctx: DbCtx, { student }: ActorUser, input: PromoCheck) {
  const { month_price_in_cents, year_price_in_cents, currency } = input
  const sold = pricesFor(await readPricesOnSale(ctx, { currency }), { student, hadLegacy: false })
  const costing = (interval: 'month' | 'year', amount: number | null) =>
    sold.filter((row) => row.interval === interval && row.amount === amount)
  const months = costing('month', month_price_in_cents)
  const years = costing('year', year_price_in_cents)
  const fitting = [...new Set(sold.map(({ plan_id }) => plan_id))].filter(
    (plan_id) =>
      (month_price_in_cents === null || months.some((row) => row.plan_id === plan_id)) &&
      (year_price_in_cents === null || years.some((row) => row.plan_id === plan_id)),
  )
  const [plan_id] = fitting
  if (fitting.length !== 1 || (month_price_in_cents === null && year_price_in_cents === null)) throw promoRefused()
  const of = (all: PriceRow[]) => all.find((row) => row.plan_id === plan_id) ?? null
  return { month: of(months), year: of(years) }
}
