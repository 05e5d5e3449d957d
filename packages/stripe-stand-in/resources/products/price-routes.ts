import type { Stripe } from 'stripe'
import { named } from '../../store/change-object.ts'
import { previousAttributes } from '../../store/previous-attributes.ts'
import type { Includable } from '../../http/expand.ts'
import { paginate, pagingByTime } from '../../http/paginate.ts'
import {
  bool,
  decimal,
  hash,
  list,
  metadata,
  missingParam,
  natural,
  oneOf,
  positive,
  required,
  text,
} from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { claimLookupKey, newPrice } from '../../engine/subscriptions/new-price.ts'
import { newProduct } from './product-routes.ts'

type Price = Objects['price']

const interval = oneOf('day', 'month', 'week', 'year')
const tax_behavior = oneOf('exclusive', 'inclusive', 'unspecified')
const createParams = {
  active: bool,
  billing_scheme: oneOf('per_unit'),
  currency: required(currencyCode),
  lookup_key: text,
  metadata,
  nickname: text,
  product: text,
  product_data: hash({
    active: bool,
    id: text,
    metadata,
    name: required(text),
    statement_descriptor: text,
    tax_code: text,
    unit_label: text,
  }),
  recurring: hash({
    interval: required(interval),
    interval_count: positive,
    meter: text,
    trial_period_days: natural,
    usage_type: oneOf('licensed'),
  }),
  tax_behavior,
  transfer_lookup_key: bool,
  unit_amount: natural,
  unit_amount_decimal: decimal,
} satisfies Known<Stripe.PriceCreateParams>
const updateParams = {
  active: bool,
  lookup_key: text,
  metadata,
  nickname: text,
  tax_behavior,
  transfer_lookup_key: bool,
} satisfies Known<Stripe.PriceUpdateParams>
const listParams = {
  ...pagingByTime,
  active: bool,
  currency: text,
  lookup_keys: list(text),
  product: text,
  recurring: hash({ interval, meter: text, usage_type: text }),
  type: oneOf('one_time', 'recurring'),
} satisfies Known<Stripe.PriceListParams>

/** The fields of a price that must be expanded. */
export const priceIncludable: Includable = {
  price: { currency_options: (price) => optionsOf(price), tiers: () => [] },
}

export function priceRoutes(api: Api): void {
  route(api, 'post', '/v1/prices', { params: createParams }, create)
  route(api, 'get', '/v1/prices', { params: listParams }, (input, { store, url }) =>
    paginate(
      store.all('price', (each) => isWanted(each, input)),
      input,
      url,
    ),
  )
  route(api, 'get', '/v1/prices/:id', {}, (_, { store, path }) => store.require('price', path('id'), 'price'))
  route(api, 'post', '/v1/prices/:id', { params: updateParams }, update)
}

function create(input: Input<typeof createParams>, { store }: Call): Price {
  const amount = input.unit_amount ?? input.unit_amount_decimal
  if (amount === undefined) throw missingParam('unit_amount')
  return store.atomically(() => {
    if (input.lookup_key) claimLookupKey(store, input.lookup_key, input.transfer_lookup_key)
    const price = store.put('price', newPrice(store, { ...input, amount, product: productOf(input, store) }))
    store.emit('price.created', price)
    return price
  })
}

function productOf({ product, product_data }: Input<typeof createParams>, store: ObjectStore): string {
  if (product !== undefined) return named(store, 'product', product, 'product').id
  if (!product_data) throw missingParam('product')
  return newProduct(store, product_data).id
}

function update(input: Input<typeof updateParams>, { store, path }: Call): Price {
  const before = store.require('price', path('id'), 'price')
  return store.atomically(() => {
    if (input.lookup_key && input.lookup_key !== before.lookup_key)
      claimLookupKey(store, input.lookup_key, input.transfer_lookup_key)
    const price = store.put('price', {
      ...before,
      active: input.active ?? before.active,
      lookup_key: input.lookup_key ?? before.lookup_key,
      metadata: mergeMetadata(before.metadata, input.metadata),
      nickname: input.nickname ?? before.nickname,
      tax_behavior: input.tax_behavior ?? before.tax_behavior,
    })
    const previous = previousAttributes(before, price)
    if (previous) store.emit('price.updated', price, previous)
    return price
  })
}

function isWanted(price: Price, input: Input<typeof listParams>): boolean {
  if (input.active !== undefined && price.active !== input.active) return false
  if (input.currency !== undefined && price.currency !== input.currency.toLowerCase()) return false
  if (input.lookup_keys && !input.lookup_keys.includes(price.lookup_key ?? '')) return false
  if (input.product !== undefined && price.product !== input.product) return false
  if (input.type !== undefined && price.type !== input.type) return false
  return input.recurring?.interval === undefined || price.recurring?.interval === input.recurring.interval
}

function optionsOf({ currency, unit_amount, unit_amount_decimal, tax_behavior: tax }: Record<string, unknown>) {
  return { [String(currency)]: { custom_unit_amount: null, tax_behavior: tax, unit_amount, unit_amount_decimal } }
}
