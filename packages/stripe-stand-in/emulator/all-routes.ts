import { unknownUrl, type Api } from '../http/api-route.ts'
import { accountRoutes } from '../resources/account-routes.ts'
import { invoiceItemRoutes } from '../resources/billing/invoice-item-routes.ts'
import { invoicePaymentRoutes } from '../resources/billing/invoice-payment-routes.ts'
import { invoiceRoutes } from '../resources/billing/invoice-routes.ts'
import { subscriptionScheduleRoutes } from '../resources/billing/subscription-schedule-routes.ts'
import { subscriptionRoutes } from '../resources/billing/subscription-routes.ts'
import { testClockRoutes } from '../resources/billing/test-clock-routes.ts'
import { balanceTransactionRoutes } from '../resources/balance-transaction-routes.ts'
import { customerRoutes } from '../resources/customer-routes.ts'
import { eventRoutes } from '../resources/event-routes.ts'
import { chargeRoutes } from '../resources/payments/charge-routes.ts'
import { disputeRoutes } from '../resources/payments/dispute-routes.ts'
import { paymentIntentRoutes } from '../resources/payments/payment-intent-routes.ts'
import { paymentMethodDomainRoutes } from '../resources/payments/payment-method-domain-routes.ts'
import { paymentMethodRoutes } from '../resources/payments/payment-method-routes.ts'
import { setupIntentRoutes } from '../resources/payments/setup-intent-routes.ts'
import { threeDSecureRoutes } from '../resources/payments/three-d-secure-routes.ts'
import { couponRoutes } from '../resources/products/coupon-routes.ts'
import { priceRoutes } from '../resources/products/price-routes.ts'
import { productRoutes } from '../resources/products/product-routes.ts'
import { promotionCodeRoutes } from '../resources/products/promotion-code-routes.ts'
import { taxIdRoutes } from '../resources/tax/tax-id-routes.ts'
import { webhookEndpointRoutes } from '../resources/webhook-endpoint-routes.ts'

/** Every route of the API; `country` is the account's. */
export function addRoutes(api: Api, country: string): void {
  customerRoutes(api)
  balanceTransactionRoutes(api)
  taxIdRoutes(api)
  paymentMethodRoutes(api)
  paymentMethodDomainRoutes(api)
  productRoutes(api)
  priceRoutes(api)
  couponRoutes(api)
  promotionCodeRoutes(api)
  webhookEndpointRoutes(api)
  eventRoutes(api)
  subscriptionRoutes(api)
  subscriptionScheduleRoutes(api)
  invoiceRoutes(api)
  invoiceItemRoutes(api)
  invoicePaymentRoutes(api)
  paymentIntentRoutes(api)
  setupIntentRoutes(api)
  chargeRoutes(api)
  disputeRoutes(api)
  threeDSecureRoutes(api)
  testClockRoutes(api)
  api.hono.notFound(unknownUrl)
  // Any error other than a Stripe refusal is a bug of ours, or a dropped connection.
  api.hono.onError((error) => {
    throw error
  })
  accountRoutes(api, country)
}
