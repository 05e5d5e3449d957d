import type Stripe from 'stripe'
import { momentOf } from '../../store/change-object.ts'
import { closeDispute } from '../../engine/payments/charge-disputes.ts'
import { hasAsked, paginate, paging } from '../../http/paginate.ts'
import { bool, hash, text } from '../../http/params.ts'
import type { Known } from '../../http/params.ts'
import { route, type Api } from '../../http/api-route.ts'

const listParams = { ...paging, charge: text } satisfies Known<Stripe.DisputeListParams>

const updateParams = {
  evidence: hash({ uncategorized_text: text }),
  submit: bool,
} satisfies Known<Stripe.DisputeUpdateParams>

/** Stripe's evidence for tests, which decides a dispute at once. */
const OUTCOMES = new Map<string, 'won' | 'lost'>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])

/** Readable, and decided by the evidence that is given. */
export function disputeRoutes(api: Api): void {
  route(api, 'get', '/v1/disputes', { params: listParams }, (input, { store, url }) =>
    paginate(store.all('dispute', hasAsked(input, 'charge')), input, url),
  )
  route(api, 'get', '/v1/disputes/:id', {}, (_, { store, path }) => store.require('dispute', path('id')))
  route(api, 'post', '/v1/disputes/:id', { params: updateParams }, (input, { store, path }) => {
    const dispute = store.require('dispute', path('id'))
    const status = OUTCOMES.get(input.evidence?.uncategorized_text ?? '')
    if (input.submit === false || !status) return dispute
    return closeDispute(momentOf(store, store.get('charge', dispute.charge)?.customer ?? null), dispute, status)
  })
}
