import type { Includable } from '../http/expand.ts'
import { wholeList } from '../http/paginate.ts'
import type { Api } from '../http/route.ts'
import { chargeRoutes } from '../resources/charges.ts'
import { disputeRoutes } from '../resources/disputes.ts'
import { invoiceItemRoutes } from '../resources/invoice-items.ts'
import { invoicePaymentRoutes } from '../resources/invoice-payments.ts'
import { invoiceRoutes } from '../resources/invoices.ts'
import { paymentIntentRoutes } from '../resources/payment-intents.ts'
import { setupIntentRoutes } from '../resources/setup-intents.ts'
import { subscriptionItemRoutes } from '../resources/subscription-items.ts'
import { subscriptionRoutes } from '../resources/subscriptions.ts'
import { testClockRoutes } from '../resources/test-clocks.ts'
import { threeDSecureRoutes } from '../resources/three-d-secure.ts'
import { intentOf, paymentsOf } from './payments-of.ts'

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
