import type { Stripe } from 'stripe'
import { named } from '../../store/change-object.ts'
import { previousAttributes } from '../../store/previous-attributes.ts'
import { hasAsked, paginate, paging } from '../../http/paginate.ts'
import { bool, hash, list, metadata, natural, oneOf, required, text } from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { claimLookupKey, newPrice } from '../../engine/subscriptions/new-price.ts'

type Price = Objects['price']

const tax_behavior = oneOf('exclusive', 'inclusive', 'unspecified')
const createParams = {
  currency: required(currencyCode),
  lookup_key: text,
  metadata,
  nickname: text,
  product: required(text),
  recurring: hash({ interval: required(oneOf('month', 'year')) }),
  tax_behavior,
  transfer_lookup_key: bool,
  unit_amount: required(natural),
} satisfies Known<Stripe.PriceCreateParams>
const updateParams = {
  active: bool,
  metadata,
  tax_behavior,
} satisfies Known<Stripe.PriceUpdateParams>
const listParams = {
  ...paging,
  active: bool,
  lookup_keys: list(text),
} satisfies Known<Stripe.PriceListParams>

export function priceRoutes(api: Api): void {
  route(api, 'post', '/v1/prices', { params: createParams }, create)
  route(api, 'get', '/v1/prices', { params: listParams }, (input, { store, url }) =>
    paginate(
      store
        .all('price', hasAsked(input, 'active'))
        .filter((each) => input.lookup_keys === undefined || input.lookup_keys.includes(each.lookup_key ?? '')),
      input,
      url,
    ),
  )
  route(api, 'get', '/v1/prices/:id', {}, (_, { store, path }) => store.require('price', path('id'), 'price'))
  route(api, 'post', '/v1/prices/:id', { params: updateParams }, update)
}

function create(input: Input<typeof createParams>, { store }: Call): Price {
  const product = named(store, 'product', input.product, 'product').id
  return store.atomically(() => {
    if (input.lookup_key) claimLookupKey(store, input.lookup_key, input.transfer_lookup_key)
    const price = store.put('price', newPrice(store, { ...input, amount: input.unit_amount, product }))
    store.emit('price.created', price)
    return price
  })
}

function update(input: Input<typeof updateParams>, { store, path }: Call): Price {
  const before = store.require('price', path('id'), 'price')
  const price = store.put('price', {
    ...before,
    active: input.active ?? before.active,
    metadata: mergeMetadata(before.metadata, input.metadata),
    tax_behavior: input.tax_behavior ?? before.tax_behavior,
  })
  const previous = previousAttributes(before, price)
  if (previous) store.emit('price.updated', price, previous)
  return price
}
