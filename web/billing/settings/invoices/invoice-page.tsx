import {
  BILLING_PATH,
  type BilledTo,
  type Invoice,
  type InvoiceStatus,
} from '../../../../worker/contract/billing/billing-overview.ts'
import { currencyNote, formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { includedTax } from '../../../../worker/contract/billing/tax-words.ts'
import { print } from '../../../browser/document/browser-document.ts'
import type { PageProps } from '../../../site/session/session.ts'
import { useSite } from '../../../site/site-context.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { dayInWords } from '../../../ui/dates/dates.ts'
import { NeedsScript } from '../../../ui/form/needs-script.tsx'
import { AddressLines } from '../company/address-lines.tsx'
import { taxIdName } from '../company/tax-id-words.ts'
import { amountReturned, isDispute, paymentBadge, returnInWords, reversalInWords } from './reversal-words.ts'
import './invoice-page.css'
import '../../../ui/badge.css'
import '../../../ui/styles/tables.css'
import '../../facts.css'

export type InvoiceData = { invoice: Invoice; timeZone: string }

/** One invoice, which is a receipt once it is paid, and a statement if nothing was charged; it prints well. */
export function Page({ data: { invoice, timeZone } }: PageProps<InvoiceData>) {
  const { product_name } = useSite()
  const { number, created, billed_to, lines, currency, paid_at, reversals } = invoice
  const day = (time: number) => dayInWords(time, timeZone)
  const { words, look } = paymentBadge(invoice)
  return (
    <article className="invoice-page column">
      <p className="ways">
        <a href={BILLING_PATH}>Billing</a>
        <Button kind="secondary" size="small" onClick={print}>
          Print
        </Button>
      </p>
      <NeedsScript what="Printing from here">Your browser's own Print does the same.</NeedsScript>
      <header>
        <h1>{headOf(invoice)}</h1>
        <span className={`badge ${look}`}>{words}</span>
      </header>
      <dl className="facts">
        <Fact term="From" value={product_name} />
        <BilledToFact {...billed_to} />
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
        <Sums invoice={invoice} timeZone={timeZone} />
      </table>
      {reversals.filter(isDispute).map((reversal) => (
        <p key={reversal.id}>{reversalInWords(reversal, currency, timeZone)}</p>
      ))}
      <p className="quiet-text">{currencyNote(currency)}</p>
    </article>
  )
}

function headOf({ status, amount_paid }: Invoice): string {
  if (status !== 'paid') return 'Invoice'
  return amount_paid > 0 ? 'Receipt' : 'Statement'
}

/** As they were when the invoice was issued. */
function BilledToFact({ name, email, address, tax_ids }: BilledTo) {
  if (!address && tax_ids.length === 0) return <Fact term="To" value={`${name}, ${email}`} />
  return (
    <div>
      <dt>To</dt>
      <dd>
        <address>
          <span className="line">{name}</span>
          {address ? <AddressLines address={address} /> : null}
          {tax_ids.map(({ type, value }) => (
            <span key={`${type} ${value}`} className="line">
              {taxIdName(type)} {value}
            </span>
          ))}
          <span className="line">{email}</span>
        </address>
      </dd>
    </div>
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

/** The tax that the total contains, as "Includes $0.56 VAT". */
function taxNote({ tax_included, currency, billed_to: { address } }: Invoice): string {
  if (tax_included === 0) return ''
  const words = includedTax(tax_included, currency, address?.country ?? null)
  return `I${words.slice(1)}`
}

/** Null where nothing was paid and nothing is owed. */
const LAST_SUM: Record<InvoiceStatus, { label: string; amount: 'amount_paid' | 'amount_due' } | null> = {
  paid: { label: 'Paid', amount: 'amount_paid' },
  open: { label: 'Due', amount: 'amount_due' },
  uncollectible: { label: 'Due', amount: 'amount_due' },
  void: null,
  lapsed: null,
}

/** Two refunds of one day have the same label, so they bring a key of their own. */
type Sum = [label: string, amount: number, key?: string, note?: string]

/** Shows only the sums that apply: without discounts and tax there is no subtotal. */
function Sums({ invoice, timeZone }: { invoice: Invoice; timeZone: string }) {
  const { subtotal, discount, tax, total, credit, currency, status, amount_paid, amount_due, reversals } = invoice
  const last = status === 'paid' && amount_paid === 0 ? null : LAST_SUM[status]
  // Stripe moves a sum that is too small to charge to the next payment.
  const moved = total < 0 ? 0 : total - credit - amount_due
  const returned = amountReturned(reversals)
  const parts: Sum[] = [
    ...(subtotal === total ? [] : [['Subtotal', subtotal] satisfies Sum]),
    ...(discount > 0 ? [['Discount', -discount] satisfies Sum] : []),
    ...(tax > 0 ? [['Tax', tax] satisfies Sum] : []),
    ['Total', total, 'Total', taxNote(invoice)],
    ...(credit > 0 ? [['From your credit', -credit] satisfies Sum] : []),
    ...(total < 0 ? [['Added to your credit', -total] satisfies Sum] : []),
    ...(moved > 0 ? [['Moved to your next payment', -moved] satisfies Sum] : []),
    ...(moved < 0 ? [['From an earlier payment', -moved] satisfies Sum] : []),
    ...(last ? [[last.label, invoice[last.amount]] satisfies Sum] : []),
    ...reversals.flatMap((reversal): Sum[] => {
      const label = returnInWords(reversal, timeZone)
      return label ? [[label, -reversal.amount, reversal.id]] : []
    }),
    ...(returned > 0 ? [['Paid after refunds', Math.max(0, amount_paid - returned)] satisfies Sum] : []),
  ]
  return (
    <tfoot>
      {parts.map(([label, amount, key = label, note = '']) => (
        <tr key={key}>
          <th scope="row">
            {label}
            {note ? <small className="period">{note}</small> : null}
          </th>
          <td className="number">{formatPrice(amount, currency)}</td>
        </tr>
      ))}
    </tfoot>
  )
}
