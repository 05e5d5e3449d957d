import type { Stripe } from 'stripe'
import { previousAttributes } from '../../store/previous-attributes.ts'
import { missingParam, required } from '../../http/params.ts'
import { paginate, paging } from '../../http/paginate.ts'
import { email, emptyable, hash, integer, metadata, oneOf, text, type Input, type Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { postalAddress, wholeAddress } from '../postal-address.ts'
import { cardHash, readCard } from '../../engine/payments/read-card.ts'
import {
  attachMethod,
  detachMethod,
  findMethod,
  newCard,
  type BillingDetails,
} from '../../engine/payments/stored-card.ts'

type Method = Objects['payment_method']

const billing = {
  address: emptyable(postalAddress),
  email: emptyable(email),
  name: emptyable(text),
  phone: emptyable(text),
  tax_id: text,
}
const createParams = {
  billing_details: hash(billing),
  card: cardHash,
  type: required(oneOf('card')),
} satisfies Known<Stripe.PaymentMethodCreateParams>
const updateParams = {
  card: hash({ exp_month: integer, exp_year: integer }),
  metadata,
} satisfies Known<Stripe.PaymentMethodUpdateParams>
const attachParams = { customer: required(text) } satisfies Known<Stripe.PaymentMethodAttachParams>
const listParams = {
  ...paging,
  customer: text,
} satisfies Known<Stripe.PaymentMethodListParams>

export function paymentMethodRoutes(api: Api): void {
  route(api, 'post', '/v1/payment_methods', { params: createParams, publishable: true }, create)
  route(api, 'get', '/v1/payment_methods', { params: listParams }, list)
  route(api, 'get', '/v1/payment_methods/:id', {}, (_, { store, path }) => findMethod(store, path('id')))
  route(api, 'post', '/v1/payment_methods/:id', { params: updateParams }, update)
  route(api, 'post', '/v1/payment_methods/:id/attach', { params: attachParams }, ({ customer }, { store, path }) =>
    store.atomically(() => attachMethod(store, findMethod(store, path('id')), customer)),
  )
  route(api, 'post', '/v1/payment_methods/:id/detach', {}, (_, { store, path }) =>
    detachMethod(store, findMethod(store, path('id'))),
  )
}

function create(input: Input<typeof createParams>, { store, key }: Call): Method {
  if (!input.card) throw missingParam('card')
  const given = readCard(input.card, key, store.now())
  const fresh = newCard(store, given, { billing_details: billingDetails(input.billing_details) })
  return store.put('payment_method', fresh)
}

function update(input: Input<typeof updateParams>, { store, path }: Call): Method {
  const before = store.require('payment_method', path('id'))
  const { exp_month, exp_year } = input.card ?? {}
  const method = store.put('payment_method', {
    ...before,
    metadata: mergeMetadata(before.metadata, input.metadata),
    ...(before.card && {
      card: {
        ...before.card,
        exp_month: exp_month ?? before.card.exp_month,
        exp_year: exp_year ?? before.card.exp_year,
      },
    }),
  })
  const previous = previousAttributes(before, method)
  if (previous) store.emit('payment_method.updated', method, previous)
  return method
}

function list(input: Input<typeof listParams>, { store, url }: Call): object {
  const { customer } = input
  const wanted = store
    .all('payment_method')
    .filter((each) => (customer === undefined ? each.customer !== null : each.customer === customer))
  return paginate(wanted, input, url)
}

function billingDetails(sent: Input<typeof billing> | undefined): Partial<BillingDetails> {
  if (!sent) return {}
  const { address: place, ...rest } = sent
  const texts = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value || null]))
  return { ...texts, ...(place !== undefined && { address: place ? wholeAddress(place) : null }) }
}
