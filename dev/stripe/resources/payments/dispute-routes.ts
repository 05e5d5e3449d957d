import type Stripe from 'stripe'
import { momentOf } from '../../store/change-object.ts'
import { closeDispute } from '../../engine/payments/disputes-and-fraud-warnings.ts'
import { paginate, pagingByTime } from '../../http/paginate.ts'
import { text } from '../../http/params.ts'
import type { Known } from '../../http/params.ts'
import { route, type Api } from '../../http/api-route.ts'

const listParams = { ...pagingByTime, charge: text, payment_intent: text } satisfies Known<Stripe.DisputeListParams>

/** Disputes and early fraud warnings: readable; a dispute can be closed. */
export function disputeRoutes(api: Api): void {
  for (const [path, kind] of [
    ['/v1/disputes', 'dispute'],
    ['/v1/radar/early_fraud_warnings', 'radar.early_fraud_warning'],
  ] as const) {
    route(api, 'get', path, { params: listParams }, (input, { store, url }) => {
      const { charge, payment_intent } = input
      const wanted = store.all(
        kind,
        (each) =>
          [undefined, each.charge].includes(charge) && [undefined, each.payment_intent].includes(payment_intent),
      )
      return paginate<{ id: string }>(wanted, input, url)
    })
    route(api, 'get', `${path}/:id`, {}, (_, call) => call.store.require(kind, call.path('id')))
  }
  route(api, 'post', '/v1/disputes/:id/close', {}, (_, { store, path }) => {
    const dispute = store.require('dispute', path('id'))
    return closeDispute(momentOf(store, store.get('charge', dispute.charge)?.customer ?? null), dispute)
  })
}
