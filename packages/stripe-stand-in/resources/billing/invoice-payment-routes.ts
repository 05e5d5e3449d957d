import type Stripe from 'stripe'
import { paginate, paging } from '../../http/paginate.ts'
import { hash, oneOf, required, text } from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'

const listParams = {
  ...paging,
  payment: required(hash({ type: required(oneOf('payment_intent')), payment_intent: required(text) })),
} satisfies Known<Stripe.InvoicePaymentListParams>

export function invoicePaymentRoutes(api: Api): void {
  route(api, 'get', '/v1/invoice_payments', { params: listParams }, list)
}

/** The invoices that an intent has paid; lists by other things are not supported. */
function list(input: Input<typeof listParams>, { store, url }: Call): object {
  const { payment_intent } = input.payment
  const wanted = store.all('invoice_payment', ({ payment }) => payment.payment_intent === payment_intent)
  return paginate(wanted, input, url)
}
