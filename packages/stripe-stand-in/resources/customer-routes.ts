import type Stripe from 'stripe'
import { named } from '../store/change-object.ts'
import { endSubscriptionsOf } from '../engine/subscriptions/end-subscription.ts'
import type { Includable } from '../http/expand.ts'
import { paginate, paging, wholeList } from '../http/paginate.ts'
import { email, emptyable, hash, metadata, oneOf, text, type Input, type Known } from '../http/params.ts'
import { route, type Api, type Call } from '../http/api-route.ts'
import { invalidRequest } from '../store/stripe-api-error.ts'
import { mergeMetadata } from '../store/merge-metadata.ts'
import type { Objects } from '../store/stripe-objects.ts'
import { postalAddress, wholeAddress } from './postal-address.ts'
import { customerTax, requireTaxLocation } from '../engine/invoices/automatic-tax.ts'
import { taxIdsOf } from '../engine/invoices/invoice-customer.ts'
import { attachMethod, findMethod } from '../engine/payments/stored-card.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { previousAttributes } from '../store/previous-attributes.ts'

type Customer = Objects['customer']

const shared = {
  address: emptyable(postalAddress),
  business_name: emptyable(text),
  description: emptyable(text),
  email: emptyable(email),
  invoice_settings: hash({ default_payment_method: emptyable(text) }),
  metadata,
  name: emptyable(text),
  tax: hash({ validate_location: oneOf('auto', 'deferred', 'immediately') }),
}
const createParams = {
  ...shared,
  payment_method: text,
  test_clock: text,
} satisfies Known<Stripe.CustomerCreateParams>
const updateParams = shared satisfies Known<Stripe.CustomerUpdateParams>
const listParams = paging satisfies Known<Stripe.CustomerListParams>

export function customerRoutes(api: Api): void {
  route(api, 'post', '/v1/customers', { params: createParams }, createCustomer)
  route(api, 'get', '/v1/customers', { params: listParams }, listCustomers)
  route(api, 'get', '/v1/customers/:id', {}, retrieveCustomer)
  route(api, 'post', '/v1/customers/:id', { params: updateParams }, updateCustomer)
  route(api, 'delete', '/v1/customers/:id', {}, deleteCustomer)
}

export const customerIncludable: Includable = {
  customer: {
    tax: ({ id }, store) => customerTax(store.require('customer', String(id)).address),
    subscriptions: ({ id }, store) =>
      wholeList(
        store
          .all('subscription')
          .filter((each) => each.customer === id && !['canceled', 'incomplete_expired'].includes(each.status)),
        `/v1/customers/${String(id)}/subscriptions`,
      ),
    tax_ids: ({ id }, store) => wholeList(taxIdsOf(store, String(id)), `/v1/customers/${String(id)}/tax_ids`),
  },
}

function createCustomer(input: Input<typeof createParams>, { store }: Call): Customer {
  if (input.test_clock) named(store, 'test_helpers.test_clock', input.test_clock, 'test_clock')
  const id = store.id('cus')
  const blank: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: 0,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: store.random().slice(0, 8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: input.test_clock ?? null,
  }
  return store.atomically(() => {
    store.put('customer', blank)
    const made = { ...withInput(blank, input), created: store.now(id) }
    made.invoice_settings.default_payment_method = null
    store.put('customer', made)
    store.emit('customer.created', made)
    return withFirstCard(store, made, input)
  })
}

/** `pm_card_visa` as both card and default creates one card. */
function withFirstCard(store: ObjectStore, made: Customer, input: Input<typeof createParams>): Customer {
  const wanted = input.invoice_settings?.default_payment_method || null
  if (wanted && wanted !== input.payment_method) throw notAttached(wanted)
  if (!input.payment_method) return made
  const { id } = attachMethod(store, findMethod(store, input.payment_method), made.id)
  if (!wanted) return made
  return store.put('customer', { ...made, invoice_settings: { ...made.invoice_settings, default_payment_method: id } })
}

function updateCustomer(input: Input<typeof updateParams>, { store, path }: Call): Customer {
  const before = store.require('customer', path('id'))
  const card = input.invoice_settings?.default_payment_method
  if (card && store.get('payment_method', card)?.customer !== before.id) throw notAttached(card)
  const wanted = withInput(before, input)
  if (input.tax?.validate_location === 'immediately') requireTaxLocation(wanted.address)
  const customer = store.put('customer', wanted)
  const previous = previousAttributes(before, customer)
  if (previous) store.emit('customer.updated', customer, previous)
  return customer
}

/** A deleted customer still answers, with `deleted`. */
function retrieveCustomer(_: object, { store, path }: Call): object {
  const id = path('id')
  if (store.wasDeleted('customer', id)) return { id, object: 'customer', deleted: true }
  return store.require('customer', id)
}

function listCustomers(input: Input<typeof listParams>, { store, url }: Call): object {
  const wanted = store.all('customer').filter((each) => !each.test_clock)
  return paginate(wanted, input, url)
}

function deleteCustomer(_: object, { store, path }: Call): object {
  const customer = store.require('customer', path('id'))
  endSubscriptionsOf(store, customer.id)
  store.remove('customer', customer.id)
  store.emit('customer.deleted', customer)
  return { id: customer.id, object: 'customer', deleted: true }
}

function withInput(customer: Customer, input: Input<typeof shared>): Customer {
  const given = <T>(sent: T | '' | undefined, kept: T): T | null => (sent === undefined ? kept : sent || null)
  const { address: sentAddress, business_name = customer.business_name, invoice_settings: settings } = input
  const { business_name: _, ...rest } = customer
  return {
    ...rest,
    // Unlike other fields, missing while it is empty.
    ...(business_name && { business_name }),
    address: sentAddress === undefined ? (customer.address ?? null) : sentAddress ? wholeAddress(sentAddress) : null,
    description: given(input.description, customer.description),
    email: given(input.email, customer.email),
    invoice_settings: {
      ...customer.invoice_settings,
      default_payment_method: given(settings?.default_payment_method, customer.invoice_settings.default_payment_method),
    },
    metadata: mergeMetadata(customer.metadata, input.metadata),
    name: given(input.name, customer.name ?? null),
  }
}

function notAttached(card: string): Error {
  const message = `No such PaymentMethod: '${card}'; It's possible this PaymentMethod exists on one of your connected accounts, or is not attached to the customer.`
  return invalidRequest(message, { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' })
}
