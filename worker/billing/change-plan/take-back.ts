import type Stripe from 'stripe'
import { expandableId } from '../stripe/expandable.ts'
import { lostBehind, TAKEN_BACK, type LostPayments } from '../reversals/lost-payments.ts'

/** Cents of the credit on these lines that nobody paid for: the payment behind it was refunded or is disputed. */
export function creditNotPaid(lines: readonly Stripe.InvoiceLineItem[], lost: LostPayments): number {
  const credit = lines.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0)
  return Math.min(credit, Math.max(0, lostBehind(lines, lost)))
}

/**
 * The params with which a preview or the change itself takes back `amount` cents of credit. A part of the change's own
 * call, so nothing is left behind if the card is declined; no coupon lowers it.
 */
export function takesBackInPreview({ price }: { price: { currency: string } }, amount: number) {
  if (amount === 0) return {}
  return {
    invoice_items: [
      { amount, currency: price.currency, discountable: false, tax_behavior: 'inclusive' as const },
    ] satisfies Stripe.InvoiceCreatePreviewParams['invoice_items'],
  }
}

export function takesBackInChange(
  { price, subscription }: { price: { currency: string }; subscription: Stripe.Subscription },
  amount: number,
) {
  const product = subscription.items.data[0]?.price.product
  if (amount === 0 || !product) return {}
  const price_data = {
    currency: price.currency,
    product: expandableId(product),
    unit_amount: amount,
    tax_behavior: 'inclusive' as const,
  }
  return {
    add_invoice_items: [
      { price_data, discountable: false, metadata: TAKEN_BACK },
    ] satisfies Stripe.SubscriptionUpdateParams['add_invoice_items'],
  }
}
