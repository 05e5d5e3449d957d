import { BILLING_PATH, type Invoice, type InvoiceStatus } from '../../../../worker/contract/billing/billing-overview.ts'
import { currencyNote, formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { print } from '../../../browser/document/print.ts'
import type { PageProps } from '../../../site/session.ts'
import { useSite } from '../../../site/site-context.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { dayInWords } from '../../../ui/dates/dates.ts'
import { INVOICE_STATUS } from '../overview/billing-words.ts'

export type InvoiceData = { invoice: Invoice; timeZone: string }

/** One invoice, which is a receipt once it is paid; it prints well. */
export function Page({ data: { invoice, timeZone } }: PageProps<InvoiceData>) {
  const { product_name } = useSite()
  const { number, created, status, billed_to, lines, currency, paid_at } = invoice
  const day = (time: number) => dayInWords(time, timeZone)
  const { words, look } = INVOICE_STATUS[status]
  return (
    <article className="invoice-page column">
      <p className="ways">
        <a href={BILLING_PATH}>Billing</a>
        <Button kind="secondary" size="small" onClick={print}>
          Print
        </Button>
      </p>
      <header>
        <h1>{status === 'paid' ? 'Receipt' : 'Invoice'}</h1>
        <span className={`badge ${look}`}>{words}</span>
      </header>
      <dl className="facts">
        <Fact term="From" value={product_name} />
        <Fact term="To" value={`${billed_to.name}, ${billed_to.email}`} />
        {number ? <Fact term="Number" value={number} /> : null}
        <Fact term="Date" value={day(created)} />
        {paid_at === null ? null : <Fact term="Paid" value={day(paid_at)} />}
      </dl>
      <table>
        <caption className="visually-hidden">What it is for</caption>
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col" className="number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                {line.description}
                <small className="period">
                  {day(line.from)} – {day(line.to)}
                </small>
              </td>
              <td className="number">{formatPrice(line.amount, currency)}</td>
            </tr>
          ))}
        </tbody>
        <Sums invoice={invoice} />
      </table>
      <p className="quiet-text">{currencyNote(currency)}</p>
    </article>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Null where nothing was paid and nothing is owed. */
const LAST_SUM: Record<InvoiceStatus, { label: string; amount: 'amount_paid' | 'amount_due' } | null> = {
  paid: { label: 'Paid', amount: 'amount_paid' },
  open: { label: 'Due', amount: 'amount_due' },
  uncollectible: { label: 'Due', amount: 'amount_due' },
  void: null,
  lapsed: null,
}

/** Shows only the sums that apply: without discounts and tax there is no subtotal. */
function Sums({ invoice }: { invoice: Invoice }) {
  const { subtotal, discount, tax, total, credit, currency, status } = invoice
  const parts = [
    ...(subtotal === total ? [] : [['Subtotal', subtotal] as const]),
    ...(discount > 0 ? [['Discount', -discount] as const] : []),
    ...(tax > 0 ? [['Tax', tax] as const] : []),
    ['Total', total] as const,
    ...(credit > 0 ? [['From your credit', -credit] as const] : []),
  ]
  const last = LAST_SUM[status]
  return (
    <tfoot>
      {[...parts, ...(last ? [[last.label, invoice[last.amount]] as const] : [])].map(([label, amount]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td className="number">{formatPrice(amount, currency)}</td>
        </tr>
      ))}
    </tfoot>
  )
}
