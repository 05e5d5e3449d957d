import {
  CHECK_TAX_PATH,
  EXPECTED_USER,
  IDEMPOTENCY_KEY,
  VALIDATE_PROMO_PATH,
  type Checkout,
  type PromoAnswer,
  type PromoCheck,
  type Subscribe,
  type SubscriptionResponse,
  type TaxAnswer,
  type TaxCheck,
} from '../../../worker/contract/billing/checkout.ts'
import { loadRequestLayer } from '../../api/api-calls.ts'

/** Checkout's calls (§7), apart from api-calls.ts so that no other page loads them. All reject with RequestError. */
export function paymentCalls(site: Pick<Checkout, 'create_stripe_customer_url' | 'subscriptions_path' | 'user_id'>) {
  const { create_stripe_customer_url, subscriptions_path, user_id } = site
  return {
    async createCustomer() {
      const { post } = await loadRequestLayer()
      return post<unknown>(create_stripe_customer_url, {})
    },
    /** `key`: the idempotency key, the same when a press is repeated. */
    async subscribe(request: Subscribe, key: string) {
      const { post } = await loadRequestLayer()
      const headers = { [IDEMPOTENCY_KEY]: key, [EXPECTED_USER]: user_id }
      return post<SubscriptionResponse>(subscriptions_path, request, headers).then(sane)
    },
    async reread(id: string) {
      const { get } = await loadRequestLayer()
      return get<SubscriptionResponse>(`${subscriptions_path}/${encodeURIComponent(id)}`).then(sane)
    },
    async checkTax(check: TaxCheck) {
      const { post } = await loadRequestLayer()
      return post<TaxAnswer>(CHECK_TAX_PATH, check)
    },
    async validatePromo(check: PromoCheck) {
      const { post } = await loadRequestLayer()
      return post<PromoAnswer>(VALIDATE_PROMO_PATH, check)
    },
  }
}
export type PaymentCalls = ReturnType<typeof paymentCalls>

/** A captive portal answers 200 with its own page, which is not a subscription. */
function sane(answer: SubscriptionResponse): SubscriptionResponse {
  const { subscription_id, errors, error }: Partial<SubscriptionResponse> = answer
  if (typeof subscription_id !== 'string' && !error && !errors?.length) throw new Error('This is not a subscription.')
  return {
    ...answer,
    errors: errors ?? [],
    error: error ?? null,
    pending_setup_intent: answer.pending_setup_intent ?? null,
  }
}
