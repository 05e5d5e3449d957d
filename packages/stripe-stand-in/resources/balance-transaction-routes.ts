import type Stripe from 'stripe'
import { momentOf } from '../store/change-object.ts'
import { invalidRequest } from '../store/stripe-api-error.ts'
import { moveBalance } from '../engine/invoices/customer-balance.ts'
import { refuseSecondCurrency } from '../engine/subscriptions/one-currency.ts'
import { paginate, paging } from '../http/paginate.ts'
import { currencyCode } from '../http/currency-param.ts'
import { integer, metadata, required, text, type Input, type Known } from '../http/params.ts'
import { route, type Api, type Call } from '../http/api-route.ts'
import { mergeMetadata } from '../store/merge-metadata.ts'
import type { Objects } from '../store/stripe-objects.ts'

type Entry = Objects['customer_balance_transaction']

const createParams = {
  amount: required(integer),
  currency: required(currencyCode),
  description: text,
  metadata,
} satisfies Known<Stripe.CustomerCreateBalanceTransactionParams>
const listParams = paging satisfies Known<Stripe.CustomerListBalanceTransactionsParams>

/** The ledger of a customer's balance; by hand only adjustments can be made, and none can be undone. */
export function balanceTransactionRoutes(api: Api): void {
  const at = '/v1/customers/:customer/balance_transactions'
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', at, { params: listParams }, list)
}

function create({ amount, currency, ...rest }: Input<typeof createParams>, { store, path }: Call): Entry {
  const customer = store.require('customer', path('customer'))
  if (amount === 0) throw invalidRequest('The amount of a balance transaction must not be zero.', { param: 'amount' })
  refuseSecondCurrency(store, customer.id, currency)
  return moveBalance(momentOf(store, customer.id), customer.id, {
    amount,
    currency,
    type: 'adjustment',
    description: rest.description ?? null,
    metadata: mergeMetadata(null, rest.metadata),
  })
}

function list(input: Input<typeof listParams>, { store, path, url }: Call): object {
  const { id } = store.require('customer', path('customer'))
  const entries = store.all('customer_balance_transaction', ({ customer }) => customer === id)
  return paginate(entries, input, url)
}
