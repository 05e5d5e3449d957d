import type Stripe from 'stripe'
import { momentOf, named } from '../../store/change-object.ts'
import { addItem } from '../../engine/invoices/pending-invoice-items.ts'
import { refuseSecondCurrency } from '../../engine/subscriptions/one-currency.ts'
import { hasAsked, paginate, paging } from '../../http/paginate.ts'
import { bool, integer, required, text } from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { addToDraft } from '../../engine/invoices/add-item-to-draft.ts'

type InvoiceItem = Objects['invoiceitem']

const createParams = {
  amount: required(integer),
  description: text,
  currency: currencyCode,
  customer: required(text),
  invoice: text,
} satisfies Known<Stripe.InvoiceItemCreateParams>
const listParams = {
  ...paging,
  customer: text,
  pending: bool,
} satisfies Known<Stripe.InvoiceItemListParams>

export function invoiceItemRoutes(api: Api): void {
  const at = '/v1/invoiceitems'
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', at, { params: listParams }, list)
}

function create(input: Input<typeof createParams>, { store }: Call): InvoiceItem {
  const customer = named(store, 'customer', input.customer, 'customer')
  const { amount, currency = 'usd' } = input
  refuseSecondCurrency(store, customer.id, currency)
  const item = addItem(momentOf(store, customer.id), {
    amount,
    currency,
    customer: customer.id,
    description: input.description ?? null,
  })
  return input.invoice === undefined ? item : addToDraft(momentOf(store, customer.id), item, input.invoice)
}

function list(input: Input<typeof listParams>, { store, url }: Call): object {
  const wanted = store
    .all('invoiceitem', hasAsked(input, 'customer'))
    .filter((each) => input.pending === undefined || (each.invoice === null) === input.pending)
  return paginate(wanted, input, url)
}
