import type Stripe from 'stripe'
import { paginate, paging } from '../../http/paginate.ts'
import { oneOf, required, text, type Input, type Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { taxIdsOf } from '../../engine/invoices/invoice-customer.ts'
import { invalidRequest, missing } from '../../store/stripe-api-error.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { readTaxId, TAX_ID_TYPES } from './tax-id-formats.ts'

type TaxId = Objects['tax_id']

/** A customer has at most this many. */
const MOST = 5

const createParams = {
  type: required(oneOf(...TAX_ID_TYPES)),
  value: required(text),
} satisfies Known<Stripe.CustomerCreateTaxIdParams>
const listParams = paging satisfies Known<Stripe.CustomerListTaxIdsParams>

/** The tax ids of a customer, which finalized invoices keep a copy of. */
export function taxIdRoutes(api: Api): void {
  const at = '/v1/customers/:id/tax_ids'
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', at, { params: listParams }, (input, { store, path, url }) =>
    paginate(taxIdsOf(store, ownerOf(store, path('id'))), input, url),
  )
  route(api, 'get', `${at}/:tax_id`, {}, (_, call) => find(call))
  route(api, 'delete', `${at}/:tax_id`, {}, remove)
}

function ownerOf(store: ObjectStore, id: string): string {
  return store.require('customer', id, 'customer').id
}

function find({ store, path }: Call): TaxId {
  const customer = ownerOf(store, path('id'))
  const found = store.get('tax_id', path('tax_id'))
  if (found?.customer !== customer) throw missing('tax_id', path('tax_id'))
  return found
}

function create({ type, value }: Input<typeof createParams>, { store, path }: Call): TaxId {
  const customer = ownerOf(store, path('id'))
  const read = readTaxId(type, value)
  if (!read) throw invalidRequest(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' })
  if (taxIdsOf(store, customer).length >= MOST) {
    throw invalidRequest(`You can only have up to ${MOST} tax IDs per customer.`, { param: 'id' })
  }
  const taxId: TaxId = {
    id: store.id('txi'),
    object: 'tax_id',
    country: read.country,
    created: store.now(customer),
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, customer_account: null, type: 'customer' },
    type,
    value,
    verification: read.verification,
  }
  store.put('tax_id', taxId)
  store.emit('customer.tax_id.created', taxId)
  return taxId
}

function remove(_: object, call: Call): object {
  const taxId = find(call)
  call.store.remove('tax_id', taxId.id)
  call.store.emit('customer.tax_id.deleted', taxId)
  return { id: taxId.id, object: 'tax_id', deleted: true }
}
