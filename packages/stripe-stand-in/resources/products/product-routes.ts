import type { Stripe } from 'stripe'
import { previousAttributes } from '../../store/previous-attributes.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { paginate, paging } from '../../http/paginate.ts'
import { bool, metadata, required, text, type Input, type Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'

type Product = Objects['product']

const createParams = {
  description: text,
  id: text,
  metadata,
  name: required(text),
} satisfies Known<Stripe.ProductCreateParams>
type ProductWish = Input<typeof createParams>
const updateParams = {
  active: bool,
  metadata,
} satisfies Known<Stripe.ProductUpdateParams>

export function productRoutes(api: Api): void {
  route(api, 'post', '/v1/products', { params: createParams }, create)
  route(api, 'get', '/v1/products', { params: paging }, (input, { store, url }) =>
    paginate(store.all('product'), input, url),
  )
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
    active: true,
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
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: store.now(),
    url: null,
  })
  store.emit('product.created', product)
  return product
}

function update(input: Input<typeof updateParams>, { store, path }: Call): Product {
  const before = store.require('product', path('id'))
  const product: Product = {
    ...before,
    active: input.active ?? before.active,
    metadata: mergeMetadata(before.metadata, input.metadata),
  }
  const previous = previousAttributes(before, product)
  if (!previous) return before
  const changed = store.put('product', { ...product, updated: store.now() })
  store.emit('product.updated', changed, { ...previous, updated: before.updated })
  return changed
}
