import type { SettingsCtx, StripeCtx } from '../../system/context/context.ts'

/**
 * The param with which a change of price brings Stripe Tax to a subscription that began without it. Nothing while the
 * setting is off, or while Stripe does not know where the customer is: prices include taxes, so the sum is the same.
 */
export async function taxOnChange(
  ctx: StripeCtx & SettingsCtx,
  customer: string,
): Promise<{ automatic_tax?: { enabled: true } }> {
  if (!ctx.settings.STRIPE_TAX) return {}
  const stripe = await ctx.stripe()
  const found = await stripe.customers.retrieve(customer, { expand: ['tax'] })
  const known = found.deleted ? undefined : found.tax?.automatic_tax
  return known === 'supported' || known === 'not_collecting' ? { automatic_tax: { enabled: true } } : {}
}
