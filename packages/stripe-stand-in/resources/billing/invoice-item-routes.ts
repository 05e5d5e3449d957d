import type Stripe from 'stripe'
import { momentOf, named } from '../../store/change-object.ts'
import { addItem } from '../../engine/invoices/pending-invoice-items.ts'
import { refuseSecondCurrency } from '../../engine/subscriptions/one-currency.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { paginate, pagingByTime } from '../../http/paginate.ts'
import { bool, hash, ignored, integer, metadata, natural, required, text } from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { addToDraft } from '../../engine/invoices/add-item-to-draft.ts'

type InvoiceItem = Objects['invoiceitem']

const createParams = {
  amount: integer,
  description: text,
  discountable: bool,
  discounts: ignored,
  metadata,
  tax_rates: ignored,
  currency: currencyCode,
  customer: required(text),
  invoice: text,
  period: hash({ start: required(integer), end: required(integer) }),
  pricing: hash({ price: text }),
  price_data: ignored,
  quantity: natural,
  subscription: text,
} satisfies Known<Stripe.InvoiceItemCreateParams>
const listParams = {
  ...pagingByTime,
  customer: text,
  invoice: text,
  pending: bool,
} satisfies Known<Stripe.InvoiceItemListParams>

export function invoiceItemRoutes(api: Api): void {
  const at = '/v1/invoiceitems'
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', at, { params: listParams }, list)
}

function create(input: Input<typeof createParams>, { store }: Call): InvoiceItem {
  const customer = named(store, 'customer', input.customer, 'customer')
  const price = input.pricing?.price === undefined ? null : named(store, 'price', input.pricing.price, 'pricing[price]')
  const quantity = input.quantity ?? 1
  const amount = price === null ? input.amount : (price.unit_amount ?? 0) * quantity
  if (amount === undefined) {
    throw invalidRequest('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
  }
  const billed = price?.currency ?? input.currency ?? 'usd'
  refuseSecondCurrency(store, customer.id, billed)
  const item = addItem(momentOf(store, customer.id), {
    amount,
    currency: billed,
    customer: customer.id,
    description: input.description ?? null,
    discountable: input.discountable ?? amount > 0,
    metadata: mergeMetadata(null, input.metadata),
    pricing: price && {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    ...(input.period !== undefined && { period: input.period }),
    ...(input.subscription !== undefined && {
      parent: { type: 'subscription_details' as const, subscription_details: { subscription: input.subscription } },
    }),
  })
  return input.invoice === undefined ? item : addToDraft(momentOf(store, customer.id), item, input.invoice)
}

function list(input: Input<typeof listParams>, { store, url }: Call): object {
  const wanted = store
    .all('invoiceitem', (each) => [undefined, each.customer].includes(input.customer))
    .filter((each) => [undefined, each.invoice].includes(input.invoice))
    .filter((each) => input.pending === undefined || (each.invoice === null) === input.pending)
  return paginate(wanted, input, url)
}
