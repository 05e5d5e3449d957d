import type Stripe from 'stripe'
import { currencyCode } from '../http/currency-param.ts'
import { paginate, pagingByTime } from '../http/paginate.ts'
import { integer, metadata, required, text, type Input, type Known } from '../http/params.ts'
import { route, type Api, type Call } from '../http/api-route.ts'
import { mergeMetadata } from '../store/merge-metadata.ts'
import { change } from '../store/change-object.ts'
import type { Objects } from '../store/stripe-objects.ts'

type BalanceTransaction = Objects['customer_balance_transaction']

const createParams = {
  amount: required(integer),
  currency: required(currencyCode),
  description: text,
  metadata,
} satisfies Known<Stripe.CustomerCreateBalanceTransactionParams>
const listParams = { ...pagingByTime, invoice: text } satisfies Known<Stripe.CustomerListBalanceTransactionsParams>

/** Adjustments of a customer's balance; what invoices take from it is on the invoices alone. */
export function customerBalanceRoutes(api: Api): void {
  route(api, 'post', '/v1/customers/:id/balance_transactions', { params: createParams }, adjustBalance)
  route(api, 'get', '/v1/customers/:id/balance_transactions', { params: listParams }, listTransactions)
}

function adjustBalance(input: Input<typeof createParams>, { store, path }: Call): BalanceTransaction {
  const customer = store.require('customer', path('id'))
  return store.atomically(() => {
    const id = store.id('cbtxn')
    const ending_balance = customer.balance + input.amount
    change(store, 'customer', customer.id, { balance: ending_balance }, 'customer.updated')
    return store.put('customer_balance_transaction', {
      id,
      object: 'customer_balance_transaction',
      amount: input.amount,
      checkout_session: null,
      created: store.now(customer.id),
      credit_note: null,
      currency: input.currency,
      customer: customer.id,
      customer_account: null,
      description: input.description ?? null,
      ending_balance,
      invoice: null,
      livemode: false,
      metadata: mergeMetadata({}, input.metadata),
      type: 'adjustment',
    })
  })
}

function listTransactions(input: Input<typeof listParams>, { store, path, url }: Call): object {
  const { id } = store.require('customer', path('id'))
  const theirs = store.all('customer_balance_transaction', (each) => each.customer === id)
  return paginate(
    theirs.filter(({ invoice }) => input.invoice === undefined || invoice === input.invoice),
    input,
    url,
  )
}
