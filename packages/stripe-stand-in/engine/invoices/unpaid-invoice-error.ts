import { invalidRequest, StripeApiError } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { cardError } from '../payments/card-behavior.ts'
import { intentOfInvoice } from '../payments/invoice-payments.ts'

/** 400: there is no payment method. */
export function noSource(): StripeApiError {
  return invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  )
}

/** 402 for a call that must not leave anything unpaid: a decline, or required authentication. */
export function unpaidRefusal(
  store: ObjectStore,
  invoice: Objects['invoice'],
  what: 'invoice' | 'subscription' = 'subscription',
): StripeApiError {
  const intent = intentOfInvoice(store, invoice.id)
  const error = intent?.last_payment_error
  if (intent?.status === 'requires_payment_method' && error) return cardError(error)
  if (intent?.status === 'requires_payment_method') return noSource()
  return new StripeApiError(402, {
    type: 'card_error',
    code: `${what}_payment_intent_requires_action`,
    message: ACTION[what],
  })
}

const ACTION = {
  subscription:
    'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
  invoice:
    'Payment for this invoice requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with this invoice. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
}
