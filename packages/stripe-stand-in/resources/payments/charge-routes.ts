import type Stripe from 'stripe'
import { momentOf, named } from '../../store/change-object.ts'
import { refundCharge } from '../../engine/payments/refund-charge.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { hasAsked, paginate, paging, pagingByTime } from '../../http/paginate.ts'
import { metadata, positive, text } from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'

type Charge = Objects['charge']
type Refund = Objects['refund']

const listChargeParams = {
  ...pagingByTime,
  customer: text,
  payment_intent: text,
} satisfies Known<Stripe.ChargeListParams>
const refundParams = {
  amount: positive,
  charge: text,
  metadata,
  payment_intent: text,
} satisfies Known<Stripe.RefundCreateParams>
const listRefundParams = {
  ...paging,
  charge: text,
} satisfies Known<Stripe.RefundListParams>

export function chargeRoutes(api: Api): void {
  route(api, 'get', '/v1/charges', { params: listChargeParams }, (input, { store, url }) =>
    paginate(store.all('charge', hasAsked(input, 'customer', 'payment_intent')), input, url),
  )
  route(api, 'get', '/v1/charges/:id', {}, (_, { store, path }) => store.require('charge', path('id')))
  route(api, 'post', '/v1/refunds', { params: refundParams }, refund)
  route(api, 'get', '/v1/refunds', { params: listRefundParams }, (input, { store, url }) =>
    paginate(store.all('refund', hasAsked(input, 'charge')), input, url),
  )
  route(api, 'get', '/v1/refunds/:id', {}, (_, { store, path }) => store.require('refund', path('id')))
}

/** Refunds at most what was paid and not refunded before. The invoice stays paid. */
function refund(input: Input<typeof refundParams>, { store }: Call): Refund {
  const charge = refundable(store, input)
  const left = charge.amount_captured - charge.amount_refunded
  const amount = input.amount ?? left
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (amount > left) {
    const message = `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`
    throw invalidRequest(message, { param: 'amount' })
  }
  return refundCharge(momentOf(store, charge.customer), charge, {
    amount,
    metadata: mergeMetadata(null, input.metadata),
  })
}

function refundable(store: ObjectStore, { charge, payment_intent }: Input<typeof refundParams>): Charge {
  const id =
    charge ?? (payment_intent && named(store, 'payment_intent', payment_intent, 'payment_intent').latest_charge)
  if (!id) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    })
  }
  const found = named(store, 'charge', id, 'charge')
  if (!found.paid)
    throw invalidRequest(`Charge ${id} failed: it cannot be refunded.`, { code: 'charge_not_refundable' })
  if (store.all('dispute', (each) => each.charge === id && each.status !== 'won').length > 0)
    throw invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  return found
}
