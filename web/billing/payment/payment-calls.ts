import {
  CHECK_TAX_PATH,
  EXPECTED_USER,
  IDEMPOTENCY_KEY,
  VALIDATE_PROMO_PATH,
  type Checkout,
  type CustomerAnswer,
  type PromoAnswer,
  type PromoCheck,
  type Subscribe,
  type SubscriptionResponse,
  type TaxAnswer,
  type TaxCheck,
} from '../../../worker/contract/billing/checkout.ts'
import { request } from '../../browser/api/typed-request.ts'
import type { Shape } from '../../browser/request/answer-shape.ts'

const SUBSCRIPTION = {
  subscription_id: 'text',
  status: 'text',
  payment_interval: 'text',
  price_in_cents: 'number',
  product_id: 'text',
  pending_setup_intent: 'object?',
  latest_invoice: 'object?',
  permissions: 'object',
  error: 'text?',
  errors: 'list',
} as const satisfies Shape<SubscriptionResponse>
const CUSTOMER = { errors: 'list', balance: 'number' } as const satisfies Shape<CustomerAnswer>
const TAX = { company: 'object?', first_payment: 'number?', tax: 'number?' } as const satisfies Shape<TaxAnswer>
const PROMO = {
  term: 'object',
  month_price_copy: 'text?',
  year_price_copy: 'text?',
  month_first_payment: 'number?',
  year_first_payment: 'number?',
} as const satisfies Shape<PromoAnswer>

/** Checkout's calls (§7), apart from api-calls.ts so that no other page loads them. All reject with RequestError. */
export function paymentCalls(site: Pick<Checkout, 'create_stripe_customer_url' | 'subscriptions_path' | 'user_id'>) {
  const { create_stripe_customer_url, subscriptions_path, user_id } = site
  return {
    createCustomer: () => request.post<CustomerAnswer>(create_stripe_customer_url, CUSTOMER, {}),
    /** `key`: the idempotency key, the same when a press is repeated. */
    subscribe(wanted: Subscribe, key: string) {
      const headers = { [IDEMPOTENCY_KEY]: key, [EXPECTED_USER]: user_id }
      return request.post<SubscriptionResponse>(subscriptions_path, SUBSCRIPTION, wanted, headers)
    },
    reread: (id: string) =>
      request.get<SubscriptionResponse>(`${subscriptions_path}/${encodeURIComponent(id)}`, SUBSCRIPTION),
    checkTax: (check: TaxCheck) => request.post<TaxAnswer>(CHECK_TAX_PATH, TAX, check),
    validatePromo: (check: PromoCheck) => request.post<PromoAnswer>(VALIDATE_PROMO_PATH, PROMO, check),
  }
}
export type PaymentCalls = ReturnType<typeof paymentCalls>
