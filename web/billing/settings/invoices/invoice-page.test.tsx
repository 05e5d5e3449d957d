import { expect, test } from 'vitest'
import type { Invoice } from '../../../../worker/contract/billing/billing-overview.ts'
import { fulfilled } from '../../../site/fulfilled-promise.ts'
import type { Session } from '../../../site/session/session.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { Page } from './invoice-page.tsx'

const session = fulfilled<Session<null>>({ kind: 'visitor' })

function words(fields: Partial<Invoice> = {}) {
  const invoice: Invoice = {
    id: 'in_1',
    number: 'A-0001',
    created: Date.UTC(2026, 10, 21),
    total: 3289,
    currency: 'usd',
    status: 'paid',
    billed_to: { name: 'Ada', email: 'ada@example.com', address: null, tax_ids: [] },
    lines: [
      { id: 'il_1', description: 'Unused time on Pro', amount: -210, from: 0, to: 1 },
      { id: 'il_2', description: 'Pro', amount: 3499, from: Date.UTC(2026, 10, 21), to: Date.UTC(2027, 10, 21) },
    ],
    subtotal: 3289,
    discount: 0,
    tax: 0,
    tax_included: 0,
    credit: 0,
    amount_paid: 3289,
    amount_due: 3289,
    paid_at: Date.UTC(2026, 10, 21),
    reversals: [],
    ...fields,
  }
  const address = { path: '/settings/billing/invoices/in_1', query: {} }
  const html = htmlOf(<Page data={{ invoice, timeZone: 'UTC' }} session={session} address={address} />)
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('shows a paid invoice as a receipt with all its facts', () => {
  const receipt = words()
  for (const part of ['Receipt Paid', 'From Switchyard', 'To Ada, ada@example.com', 'Number A-0001']) {
    expect(receipt).toContain(part)
  }
  expect(receipt).toContain('Pro November 21, 2026 – November 21, 2027 $34.99')
  expect(receipt).toContain('Unused time on Pro')
  expect(receipt).toContain('−$2.10')
  expect(receipt).toContain('Total $32.89 Paid $32.89')
  expect(receipt).not.toContain('Subtotal')
})

test('a receipt names company, address and tax number', () => {
  const address = {
    line1: 'Hauptstraße 1',
    line2: null,
    city: 'Berlin',
    state: null,
    postal_code: '10115',
    country: 'DE',
  }
  const tax_ids = [{ type: 'eu_vat', value: 'DE123456789' }]
  const receipt = words({ billed_to: { name: 'Engines GmbH', email: 'ada@example.com', address, tax_ids } })
  expect(receipt).toContain(
    'To Engines GmbH Hauptstraße 1 10115 Berlin Germany EU VAT number DE123456789 ada@example.com',
  )
})

test('a tax id of an unknown type is a tax id', () => {
  const tax_ids = [{ type: 'de_stn', value: '1234567890' }]
  expect(words({ billed_to: { name: 'Ada', email: 'a@b.c', address: null, tax_ids } })).toContain('Tax ID 1234567890')
})

test('names the currency once on a receipt', () => {
  expect(words().match(/USD/g)).toHaveLength(1)
})

test('shows discount, tax and credit when there are any', () => {
  const receipt = words({ subtotal: 3499, discount: 350, tax: 140, credit: 289, amount_paid: 3000, amount_due: 3000 })
  expect(receipt).toContain(
    'Subtotal $34.99 Discount −$3.50 Tax $1.40 Total $32.89 From your credit −$2.89 Paid $30.00',
  )
})

test('a receipt names the tax that its total includes', () => {
  const address = { line1: null, line2: null, city: null, state: null, postal_code: '10115', country: 'DE' }
  const billed_to = { name: 'Ada', email: 'ada@example.com', address, tax_ids: [] }
  expect(words({ tax_included: 525, billed_to })).toContain('Total Includes $5.25 VAT $32.89 Paid $32.89')
})

const at = Date.UTC(2026, 10, 25)

test('a receipt shows each refund and what stays paid', () => {
  const receipt = words({ reversals: [{ id: 're_1', state: 'refunded', amount: 289, at }] })
  expect(receipt).toContain('Receipt Partly refunded')
  expect(receipt).toContain('Paid $32.89 Refunded on November 25, 2026 −$2.89 Paid after refunds $30.00')
})

test('a receipt says how a dispute stands', () => {
  const receipt = words({ reversals: [{ id: 'dp_1', state: 'disputed', amount: 3289, at }] })
  expect(receipt).toContain('Receipt Disputed')
  expect(receipt).toContain('You disputed $32.89 on November 25, 2026. Your bank has not decided yet.')
  expect(receipt).not.toContain('Paid after refunds')
  const lost = words({ reversals: [{ id: 'dp_1', state: 'dispute_lost', amount: 3289, at }] })
  expect(lost).toContain('Returned by your bank −$32.89 Paid after refunds $0.00')
})

test('a receipt of a switch names the credit that it made', () => {
  const receipt = words({ total: -3150, subtotal: -3150, amount_paid: 0, amount_due: 0 })
  expect(receipt).toContain('Statement Credited')
  expect(receipt).toContain('Total −$31.50 Added to your credit $31.50')
  expect(receipt).not.toContain('Paid $0.00')
})

test('a receipt names cents that Stripe charges with the next payment', () => {
  const small = words({ total: 349, subtotal: 349, credit: 310, amount_paid: 0, amount_due: 0 })
  expect(small).toContain('Total $3.49 From your credit −$3.10 Moved to your next payment −$0.39')
  const next = words({ total: 349, subtotal: 349, amount_paid: 388, amount_due: 388 })
  expect(next).toContain('Total $3.49 From an earlier payment $0.39 Paid $3.88')
})

test('calls what credit paid a statement', () => {
  const statement = words({ total: 349, subtotal: 349, credit: 349, amount_paid: 0, amount_due: 0 })
  expect(statement).toContain('Statement Paid')
  expect(statement).toContain('Total $3.49 From your credit −$3.49')
  expect(statement).not.toContain('$0.00')
})

test('names nothing as due when nothing is owed', () => {
  const invoice = words({ status: 'lapsed', paid_at: null, amount_paid: 0 })
  expect(invoice).toContain('Invoice Not charged')
  expect(invoice).not.toContain('Due')
})

test('shows what is due on an unpaid invoice', () => {
  const invoice = words({ status: 'open', paid_at: null, amount_paid: 0 })
  expect(invoice).toContain('Invoice Not paid yet')
  expect(invoice).toContain('Due $32.89')
})
