import type { Stripe } from 'stripe'
import { named } from '../../store/change-object.ts'
import { previousAttributes } from '../../store/previous-attributes.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { paginate, pagingByTime } from '../../http/paginate.ts'
import {
  bool,
  emptyable,
  hash,
  ignored,
  list,
  metadata,
  oneOf,
  required,
  text,
  type Input,
  type Known,
} from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'

type Product = Objects['product']

const features = list(hash({ name: required(text) }))
const createParams = {
  active: bool,
  description: text,
  id: text,
  images: list(text),
  marketing_features: features,
  metadata,
  name: required(text),
  package_dimensions: ignored,
  shippable: bool,
  statement_descriptor: text,
  tax_code: text,
  tax_details: ignored,
  type: oneOf('good', 'service'),
  unit_label: text,
  url: text,
} satisfies Known<Stripe.ProductCreateParams>
type ProductWish = Omit<Input<typeof createParams>, 'package_dimensions' | 'tax_details'>
const updateParams = {
  active: bool,
  default_price: text,
  description: emptyable(text),
  images: emptyable(list(text)),
  marketing_features: emptyable(features),
  metadata,
  name: text,
  shippable: bool,
  statement_descriptor: text,
  unit_label: emptyable(text),
  url: emptyable(text),
} satisfies Known<Stripe.ProductUpdateParams>
const listParams = { ...pagingByTime, active: bool, ids: list(text) } satisfies Known<Stripe.ProductListParams>

export function productRoutes(api: Api): void {
  route(api, 'post', '/v1/products', { params: createParams }, create)
  route(api, 'get', '/v1/products', { params: listParams }, (input, { store, url }) => {
    const wanted = store
      .all('product')
      .filter((each) => input.active === undefined || each.active === input.active)
      .filter((each) => input.ids === undefined || input.ids.includes(each.id))
    return paginate(wanted, input, url)
  })
  route(api, 'get', '/v1/products/:id', {}, (_, { store, path }) => store.require('product', path('id')))
  route(api, 'post', '/v1/products/:id', { params: updateParams }, update)
}

function create(input: Input<typeof createParams>, { store }: Call): Product {
  if (input.id !== undefined && store.get('product', input.id)) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  return newProduct(store, input)
}

/** Stores a product and sends the event; also for the `product_data` of a price. */
export function newProduct(store: ObjectStore, wish: ProductWish): Product {
  const product = store.put('product', {
    id: wish.id ?? store.id('prod'),
    object: 'product',
    active: wish.active ?? true,
    created: store.now(),
    default_price: null,
    description: wish.description ?? null,
    images: wish.images ?? [],
    livemode: false,
    marketing_features: wish.marketing_features ?? [],
    metadata: mergeMetadata(null, wish.metadata),
    name: wish.name,
    package_dimensions: null,
    shippable: wish.shippable ?? null,
    statement_descriptor: wish.statement_descriptor ?? null,
    tax_code: wish.tax_code ?? null,
    tax_details: null,
    type: wish.type ?? 'service',
    unit_label: wish.unit_label ?? null,
    updated: store.now(),
    url: wish.url ?? null,
  })
  store.emit('product.created', product)
  return product
}

function update(input: Input<typeof updateParams>, { store, path }: Call): Product {
  const before = store.require('product', path('id'))
  if (input.default_price) named(store, 'price', input.default_price, 'default_price')
  const given = (sent: string | undefined, kept: string | null | undefined) =>
    sent === undefined ? (kept ?? null) : sent || null
  const product: Product = {
    ...before,
    active: input.active ?? before.active,
    default_price: input.default_price ?? before.default_price ?? null,
    description: given(input.description, before.description),
    images: input.images === undefined ? before.images : input.images || [],
    marketing_features:
      input.marketing_features === undefined ? before.marketing_features : input.marketing_features || [],
    metadata: mergeMetadata(before.metadata, input.metadata),
    name: input.name ?? before.name,
    shippable: input.shippable ?? before.shippable,
    statement_descriptor: given(input.statement_descriptor, before.statement_descriptor),
    unit_label: given(input.unit_label, before.unit_label),
    url: given(input.url, before.url),
  }
  const previous = previousAttributes(before, product)
  if (!previous) return before
  const changed = store.put('product', { ...product, updated: store.now() })
  store.emit('product.updated', changed, { ...previous, updated: before.updated })
  return changed
}
