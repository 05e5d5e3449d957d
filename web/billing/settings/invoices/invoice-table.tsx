import { isBilledByStripe } from '../../../../worker/contract/billed-by.ts'
import { invoicePath, type Billing, type InvoiceRow } from '../../../../worker/contract/billing/billing-overview.ts'
import { formatPrice } from '../../../../worker/contract/billing/price-format.ts'
import { Button } from '../../../ui/button/button.tsx'
import { dayInWords } from '../../../ui/dates/dates.ts'
import { NeedsScript } from '../../../ui/form/needs-script.tsx'
import { RetryLoading } from '../../../ui/retry/retry-loading.tsx'
import { paymentBadge, reversalInWords } from './reversal-words.ts'
import { useInvoices } from './use-invoices.ts'
import '../../../ui/badge.css'
import '../../../ui/styles/tables.css'
import './invoice-table.css'

type Props = { billing: Billing; onRetry: () => Promise<unknown>; timeZone: string }

/** The invoices, newest first. Hidden for users who never paid. */
export function InvoiceTable({ billing, onRetry, timeZone }: Props) {
  const { all, more, busy, showOlder } = useInvoices(billing)
  const missing = billing.unavailable.includes('invoices')
  if (all.length === 0 && !missing && !isBilledByStripe(billing.payment_type)) return null
  return (
    <section className="invoices" aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      {missing ? <RetryLoading what="Your invoices" onRetry={onRetry} /> : null}
      {all.length === 0 && !missing ? (
        <p className="quiet-text">Your invoices appear here after your first payment.</p>
      ) : null}
      {all.length > 0 ? (
        <table className="as-cards">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Invoice</th>
              <th scope="col">Status</th>
              <th scope="col" className="number">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {all.map((invoice) => (
              <Row key={invoice.id} invoice={invoice} timeZone={timeZone} />
            ))}
          </tbody>
        </table>
      ) : null}
      {more ? (
        <>
          <p>
            <Button kind="secondary" size="small" busy={busy} onClick={showOlder}>
              Show older
            </Button>
          </p>
          <NeedsScript what="Showing older invoices" />
        </>
      ) : null}
    </section>
  )
}

function Row({ invoice, timeZone }: { invoice: InvoiceRow; timeZone: string }) {
  const { id, number, created, total, currency, reversals } = invoice
  const { words, look } = paymentBadge(invoice)
  const day = dayInWords(created, timeZone)
  return (
    <tr>
      <th scope="row">{day}</th>
      <td data-label="Invoice">
        <a href={invoicePath(id)}>{number ?? 'Show'}</a>
      </td>
      <td data-label="Status">
        <span className={`badge ${look}`}>{words}</span>
        {reversals.map((reversal) => (
          <small key={reversal.id} className="reversal">
            {reversalInWords(reversal, currency, timeZone)}
          </small>
        ))}
      </td>
      <td data-label="Total" className="number">
        {formatPrice(total, currency)}
      </td>
    </tr>
  )
}
