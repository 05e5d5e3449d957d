import type { Includable } from '../http/expand.ts'
import { wholeList } from '../http/paginate.ts'
import type { Api } from '../http/api-route.ts'
import { chargeRoutes } from '../resources/payments/charge-routes.ts'
import { disputeRoutes } from '../resources/payments/dispute-routes.ts'
import { invoiceItemRoutes } from '../resources/billing/invoice-item-routes.ts'
import { invoicePaymentRoutes } from '../resources/billing/invoice-payment-routes.ts'
import { invoiceRoutes } from '../resources/billing/invoice-routes.ts'
import { paymentIntentRoutes } from '../resources/payments/payment-intent-routes.ts'
import { setupIntentRoutes } from '../resources/payments/setup-intent-routes.ts'
import { subscriptionItemRoutes } from '../resources/billing/subscription-item-routes.ts'
import { subscriptionRoutes } from '../resources/billing/subscription-routes.ts'
import { testClockRoutes } from '../resources/billing/test-clock-routes.ts'
import { threeDSecureRoutes } from '../resources/payments/three-d-secure-routes.ts'
import { intentOf, paymentsOf } from '../engine/payments/invoice-payments.ts'

/** Subscriptions, invoices, payments, test clocks. */
export function engineRoutes(api: Api): void {
  subscriptionRoutes(api)
  subscriptionItemRoutes(api)
  invoiceRoutes(api)
  invoiceItemRoutes(api)
  invoicePaymentRoutes(api)
  paymentIntentRoutes(api)
  setupIntentRoutes(api)
  chargeRoutes(api)
  disputeRoutes(api)
  threeDSecureRoutes(api)
  testClockRoutes(api)
}

export const engineIncludable: Includable = {
  invoice: {
    confirmation_secret: ({ id, status }, store) => {
      const secret = status === 'draft' ? undefined : intentOf(store, String(id))?.client_secret
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
