import { intentOfInvoice, paymentsOf } from '../engine/payments/invoice-payments.ts'
import type { Includable } from '../http/expand.ts'
import { wholeList } from '../http/paginate.ts'
import { couponIncludable } from '../resources/products/coupon-routes.ts'
import { customerIncludable } from '../resources/customer-routes.ts'

/** The fields that Stripe includes only when a request expands them. */
export const includable: Includable = {
  ...customerIncludable,
  ...couponIncludable,
  invoice: {
    confirmation_secret: ({ id, status }, store) => {
      const secret = status === 'draft' ? undefined : intentOfInvoice(store, String(id))?.client_secret
      return secret ? { client_secret: secret, type: 'payment_intent' } : null
    },
    payments: ({ id }, store) => wholeList(paymentsOf(store, String(id)), `/v1/invoice_payments?invoice=${String(id)}`),
  },
  charge: {
    refunds: ({ id }, store) =>
      wholeList(
        store.all('refund', (each) => each.charge === id),
        `/v1/charges/${String(id)}/refunds`,
      ),
  },
}
