import type Stripe from 'stripe'
import { hasAsked, paginate, pagingByTime } from '../../http/paginate.ts'
import { hash, oneOf, required, text } from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'

const listParams = {
  ...pagingByTime,
  invoice: text,
  payment: hash({
    type: required(oneOf('payment_intent', 'payment_record')),
    payment_intent: text,
    payment_record: text,
  }),
  status: oneOf('canceled', 'open', 'paid'),
} satisfies Known<Stripe.InvoicePaymentListParams>

export function invoicePaymentRoutes(api: Api): void {
  route(api, 'get', '/v1/invoice_payments', { params: listParams }, list)
}

function list(input: Input<typeof listParams>, { store, url }: Call): object {
  const wanted = store
    .all('invoice_payment', hasAsked(input, 'invoice', 'status'))
    .filter((each) => [undefined, each.payment.payment_intent].includes(input.payment?.payment_intent))
  return paginate(wanted, input, url)
}
