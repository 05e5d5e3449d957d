import type { Stripe } from 'stripe'
import { previousAttributes } from '../../store/previous-attributes.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { hasAsked, paginate, pagingByTime } from '../../http/paginate.ts'
import { bool, emptyable, list, metadata, required, text, type Input, type Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'

type Product = Objects['product']

const createParams = {
  active: bool,
  description: text,
  id: text,
  metadata,
  name: required(text),
  statement_descriptor: text,
  tax_code: text,
  unit_label: text,
  url: text,
} satisfies Known<Stripe.ProductCreateParams>
type ProductWish = Input<typeof createParams>
const updateParams = {
  active: bool,
  description: emptyable(text),
  metadata,
  name: text,
  statement_descriptor: text,
  unit_label: emptyable(text),
  url: emptyable(text),
} satisfies Known<Stripe.ProductUpdateParams>
const listParams = { ...pagingByTime, active: bool, ids: list(text) } satisfies Known<Stripe.ProductListParams>

export function productRoutes(api: Api): void {
  route(api, 'post', '/v1/products', { params: createParams }, create)
  route(api, 'get', '/v1/products', { params: listParams }, (input, { store, url }) => {
    const wanted = store
      .all('product', hasAsked(input, 'active'))
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

/** Stores a product and sends the event. */
export function newProduct(store: ObjectStore, wish: ProductWish): Product {
  const product = store.put('product', {
    id: wish.id ?? store.id('prod'),
    object: 'product',
    active: wish.active ?? true,
    created: store.now(),
    default_price: null,
    description: wish.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata(null, wish.metadata),
    name: wish.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: wish.statement_descriptor ?? null,
    tax_code: wish.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: wish.unit_label ?? null,
    updated: store.now(),
    url: wish.url ?? null,
  })
  store.emit('product.created', product)
  return product
}

function update(input: Input<typeof updateParams>, { store, path }: Call): Product {
  const before = store.require('product', path('id'))
  const given = (sent: string | undefined, kept: string | null | undefined) =>
    sent === undefined ? (kept ?? null) : sent || null
  const product: Product = {
    ...before,
    active: input.active ?? before.active,
    description: given(input.description, before.description),
    metadata: mergeMetadata(before.metadata, input.metadata),
    name: input.name ?? before.name,
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
