import type { SettingsCtx, StripeCtx } from '../../system/context/context.ts'
import type { TaxLocation } from '../../contract/billing/checkout.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { companyLocation, locationRefused } from './tax-location.ts'
import { taxedPayment } from './taxed-payment.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'
import type { SubscribeRequest } from '../../db/billing/subscribe-attempts.ts'

type Wanted = {
  customer: string
  plan: PriceRow
  promotion_code: string | null
  /** The place that checkout asked for. */
  typed: TaxLocation | undefined
}

/**
 * Decides what a new subscription needs for Stripe Tax; null while the setting is off. Previews the payment, so that a
 * tax on top is refused before anything is charged. Throws what `taxedPayment` throws.
 */
export async function decideTax(
  ctx: StripeCtx & SettingsCtx,
  { typed, ...wanted }: Wanted,
): Promise<NonNullable<SubscribeRequest['tax']> | null> {
  if (!ctx.settings.STRIPE_TAX) return null
  const stripe = await ctx.stripe()
  const company = await companyLocation(stripe, wanted.customer)
  if (!company && !typed) throw locationRefused(SENTENCES.tax_location_needed)
  const location = company ? null : (typed ?? null)
  await taxedPayment(stripe, { ...wanted, location })
  return { location }
}
