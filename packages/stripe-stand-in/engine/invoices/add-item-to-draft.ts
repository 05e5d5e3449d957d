import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { change, named } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import { composeInvoice } from './compose-invoice.ts'
import { plannedItem } from './pending-invoice-items.ts'

type InvoiceItem = Objects['invoiceitem']

/** Adds an item to an existing draft and computes its totals again. */
export function addToDraft(moment: Moment, item: InvoiceItem, id: string): InvoiceItem {
  const { store } = moment
  const draft = named(store, 'invoice', id, 'invoice')
  if (draft.status !== 'draft' || draft.customer !== item.customer) {
    const message = 'You can only add invoice items to a draft invoice of the same customer.'
    throw invalidRequest(message, { code: 'invoice_not_editable', param: 'invoice' })
  }
  const items = store.all('invoiceitem', (each) => each.invoice === id)
  const counted = composeInvoice(
    moment,
    {
      customer: item.customer,
      subscription: null,
      billing_reason: 'manual',
      currency: item.currency,
      lines: [...items.toReversed(), item].map((each) => plannedItem(store, each)),
      discounts: draft.discounts,
      period: { start: draft.period_start, end: draft.period_end },
    },
    id,
  )
  const figures = {
    amount_due: counted.amount_due,
    amount_remaining: counted.amount_remaining,
    lines: counted.lines,
    subtotal: counted.subtotal,
    subtotal_excluding_tax: counted.subtotal_excluding_tax,
    total: counted.total,
    total_discount_amounts: counted.total_discount_amounts,
    total_excluding_tax: counted.total_excluding_tax,
    total_pretax_credit_amounts: counted.total_pretax_credit_amounts,
  }
  change(store, 'invoice', id, figures, 'invoice.updated')
  return change(store, 'invoiceitem', item.id, { invoice: id })
}
