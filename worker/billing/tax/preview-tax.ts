import { and, eq } from 'drizzle-orm'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import type { TaxAnswer, TaxCheck } from '../../contract/billing/checkout.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { isOnSale, prices } from '../../db/schema/billing.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { countTries, type RateLimitRule } from '../../db/rate-limit.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { withPaymentRefusals } from '../stripe/stripe-problem.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { findClaimedPrice, pricesFor, type PriceRow } from '../offer/prices.ts'
import { findPromotionCode } from '../promotions/find-promotion-code.ts'
import { companyLocation } from './tax-location.ts'
import { taxedPayment } from './taxed-payment.ts'

const TAX_PER_USER: RateLimitRule = { rule: 'tax_user', tries: 120, window: HOUR }

/**
 * POST /api/checkout/tax: the sums that checkout shows once it knows where the buyer is, in cents. Throws
 * `invalid_input` (postal_code), `price_refused`, `promo_refused`, `rate_limited`.
 */
export async function previewTax(ctx: Ctx, input: TaxCheck): Promise<TaxAnswer> {
  const { id } = await requireUser(ctx)
  if (!ctx.settings.STRIPE_TAX) throw new AppError('not_found')
  await countTries(ctx, { limit: TAX_PER_USER, whom: id })
  const plan = await planOf(ctx, id, input)
  return withPaymentRefusals(async () => {
    const customer = await findOrCreateCustomer(ctx, id)
    const stripe = await ctx.stripe()
    const company = await companyLocation(stripe, customer)
    const location = company ? null : (input.location ?? null)
    if (!company && !location) return { company, first_payment: null, tax: null }
    const promo = input.promo_code ? await findPromotionCode(ctx, input.promo_code, customer) : null
    return { company, ...(await taxedPayment(stripe, { customer, plan, promotion_code: promo?.id ?? null, location })) }
  })
}

async function planOf({ db }: DbCtx, user_id: string, { plan_id, product_id, price }: TaxCheck): Promise<PriceRow> {
  const [[user], rows] = await db.batch([
    db.select({ student: users.student }).from(users).where(eq(users.id, user_id)),
    db
      .select()
      .from(prices)
      .where(and(isOnSale(prices), eq(prices.plan_id, plan_id), eq(prices.product_id, product_id))),
  ])
  const sold = pricesFor(rows, { student: user?.student ?? false, hadLegacy: false })
  const plan = findClaimedPrice(sold, price)
  if (!plan) throw new AppError('price_refused', { attribute: 'price' })
  return plan
}
