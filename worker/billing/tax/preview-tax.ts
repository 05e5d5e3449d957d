import type { Ctx, DbCtx, ActorUser } from '../../system/context/context.ts'
import type { TaxAnswer, TaxCheck } from '../../contract/billing/checkout.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { countTries, type RateLimitRule } from '../../db/rate-limit.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { withPaymentRefusals } from '../stripe/stripe-problem.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { findClaimedPrice, pricesFor } from '../offer/prices.ts'
import { findPromotionCode } from '../promotions/find-promotion-code.ts'
import { companyLocation } from './tax-location.ts'
import { taxedPayment } from './taxed-payment.ts'
import { type PriceRow, readPricesOnSale } from '../../db/billing/price-catalog.ts'

const TAX_PER_USER: RateLimitRule = { rule: 'tax_user', tries: 120, window: HOUR }

/**
 * POST /api/checkout/tax: the sums that checkout shows once it knows where the buyer is, in cents. Throws
 * `invalid_input` (postal_code), `price_refused`, `promo_refused`, `rate_limited`.
 */
export async function previewTax(ctx: Ctx, input: TaxCheck): Promise<TaxAnswer> {
  const user = await requireUser(ctx)
  if (!ctx.settings.STRIPE_TAX) throw new AppError('not_found')
  await countTries(ctx, { limit: TAX_PER_USER, whom: user.id })
  const plan = await planOf(ctx, user, input)
  return withPaymentRefusals(async () => {
    const customer = await findOrCreateCustomer(ctx, user.id)
    const stripe = await ctx.stripe()
    const company = await companyLocation(stripe, customer)
    const location = company ? null : (input.location ?? null)
    if (!company && !location) return { company, first_payment: null, tax: null }
    const promo = input.promo_code ? await findPromotionCode(ctx, input.promo_code, customer) : null
    return { company, ...(await taxedPayment(stripe, { customer, plan, promotion_code: promo?.id ?? null, location })) }
  })
}

async function planOf(ctx: DbCtx, { student }: ActorUser, { plan_id, product_id, price }: TaxCheck): Promise<PriceRow> {
  const sold = pricesFor(await readPricesOnSale(ctx, { plan_id, product_id }), { student, hadLegacy: false })
  const plan = findClaimedPrice(sold, price)
  if (!plan) throw new AppError('price_refused', { attribute: 'price' })
  return plan
}
