import { DAY_SECONDS } from '../../engine/amounts/seconds.ts'
import type Stripe from 'stripe'
import { momentOf, named } from '../../store/change-object.ts'
import { collectInvoice, finalizeInvoice } from '../../engine/subscriptions/collect-invoice.ts'
import { namedMethod, payingMethod } from '../../engine/payments/card-behavior.ts'
import { voidInvoice, notOpen } from '../../engine/invoices/close-invoice.ts'
import { intentOfInvoice } from '../../engine/payments/invoice-payments.ts'
import { composeInvoice } from '../../engine/invoices/compose-invoice.ts'
import { subscriptionForgiven } from '../../engine/subscriptions/status-machine.ts'
import { subscriptionOf } from '../../engine/subscriptions/change-subscription.ts'
import { pendingOf, plannedItem, takeItems } from '../../engine/invoices/pending-invoice-items.ts'
import { unpaidRefusal } from '../../engine/invoices/unpaid-invoice-error.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { hasAsked, paginate, paging } from '../../http/paginate.ts'
import { bool, natural, oneOf, required, text } from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { invoicePreviewRoutes } from './invoice-preview-routes.ts'

type Invoice = Objects['invoice']

const createParams = {
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  customer: required(text),
  days_until_due: natural,
  description: text,
  pending_invoice_items_behavior: oneOf('exclude', 'include'),
} satisfies Known<Stripe.InvoiceCreateParams>
const listParams = {
  ...paging,
  customer: text,
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
  subscription: text,
} satisfies Known<Stripe.InvoiceListParams>
const payParams = { off_session: bool, payment_method: text } satisfies Known<Stripe.InvoicePayParams>

export function invoiceRoutes(api: Api): void {
  const at = '/v1/invoices'
  invoicePreviewRoutes(api)
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', at, { params: listParams }, list)
  route(api, 'get', `${at}/:id`, {}, (_, call) => find(call))
  route(api, 'post', `${at}/:id/finalize`, {}, (_, call) => finalizeInvoice(...momentAnd(call)))
  route(api, 'post', `${at}/:id/pay`, { params: payParams }, pay)
  route(api, 'post', `${at}/:id/void`, {}, voided)
}

function find({ store, path }: Call): Invoice {
  return store.require('invoice', path('id'), 'invoice')
}

function momentAnd(call: Call) {
  const invoice = find(call)
  return [momentOf(call.store, invoice.customer), invoice] as const
}

/** Creates an invoice on request, with the customer's pending items if included. */
function create(input: Input<typeof createParams>, { store }: Call): Invoice {
  const customer = named(store, 'customer', input.customer, 'customer')
  const moment = momentOf(store, customer.id)
  const taken = input.pending_invoice_items_behavior === 'include'
  const lines = taken ? pendingOf(store, customer.id).map((item) => plannedItem(store, item)) : []
  const invoice = composeInvoice(moment, {
    customer: customer.id,
    subscription: null,
    billing_reason: 'manual',
    currency: 'usd',
    lines,
    discounts: [],
    period: { start: moment.now, end: moment.now },
    changes: {
      auto_advance: false,
      description: input.description ?? null,
      due_date: input.days_until_due === undefined ? null : moment.now + input.days_until_due * DAY_SECONDS,
      ...(input.collection_method !== undefined && { collection_method: input.collection_method }),
    },
  })
  store.put('invoice', invoice)
  takeItems(store, lines, invoice.id)
  store.emit('invoice.created', invoice)
  return invoice
}

function list(input: Input<typeof listParams>, { store, url }: Call): object {
  const wanted = store
    .all('invoice', hasAsked(input, 'customer', 'status'))
    .filter((each) => [undefined, each.parent?.subscription_details?.subscription].includes(input.subscription))
  return paginate(wanted, input, url)
}

/** Finalizes a draft first. A failed payment is a 402, and the attempt counts. */
function pay(input: Input<typeof payParams>, call: Call): Invoice {
  const { store } = call
  const [moment, found] = momentAnd(call)
  const open = found.status === 'draft' ? finalizeInvoice(moment, found) : found
  if (open.status === 'paid' && found.status === 'draft') return open
  if (open.status === 'paid') throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' })
  if (open.status !== 'open' && open.status !== 'uncollectible') throw notOpen(open, 'paid')
  const method =
    input.payment_method === undefined
      ? undefined
      : namedMethod(store, input.payment_method, { customer: open.customer, on: 'Invoice' })
  if (
    !method &&
    !payingMethod(store, open.customer ?? '', subscriptionOf(store, open) ?? null) &&
    !intentOfInvoice(store, open.id)?.payment_method
  ) {
    throw invalidRequest(
      'There is no default_payment_method set on this Customer or Invoice. Please set a default_payment_method.',
      { code: 'resource_missing' },
    )
  }
  const tried = collectInvoice(moment, open, { onSession: input.off_session !== true, method })
  if (tried.status !== 'paid') throw unpaidRefusal(store, tried, 'invoice')
  return tried
}

/** Voiding the first invoice of an incomplete subscription also changes the subscription, as `AfterVoid` says. */
function voided(_: object, call: Call): Invoice {
  const [moment, invoice] = momentAnd(call)
  const done = voidInvoice(moment, invoice)
  subscriptionForgiven(moment, done)
  return done
}
