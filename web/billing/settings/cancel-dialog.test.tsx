import { expect, test } from 'vitest'
import type { Charge, Credit } from '../../../worker/contract/billing/billing-overview.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { Cancellation } from './cancel-dialog.tsx'
import { aPlan } from './overview/billing-overview.fixture.ts'

const refunds = [{ amount: 3054, card: { brand: 'visa', last4: '4242' } }]
const credit: Credit = { amount: 3554, currency: 'usd', refunds, kept: 500, unplaced: 0 }

function words(given: Credit | null, plan = aPlan(), nextCharge: Charge | null = null): string {
  const html = htmlOf(
    <Cancellation
      plan={plan}
      credit={given}
      nextCharge={nextCharge}
      busy={false}
      message={null}
      timeZone="UTC"
      onClose={() => {}}
      onCancel={() => {}}
    />,
  )
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('names what is refunded, and to which card', () => {
  expect(words(credit)).toContain('When Pro ends, we refund $30.54 to your Visa ending in 4242.')
  expect(words(credit)).toContain('$5.00 of credit was given to you and stays for later payments.')
})

test('promises no refund without credit', () => {
  expect(words(null)).not.toContain('refund')
})

test('names what is still due of the running period', () => {
  const due = { amount: 349, currency: 'usd', at: Date.UTC(2026, 10, 11, 12), promotions: [], credit: 0, card: null }
  expect(words(null, aPlan(), due)).toContain('$3.49 for it is still due, and nothing after that.')
  expect(words(null)).toContain('be charged again')
})

test('says that canceling takes a booked change back', () => {
  const at = Date.UTC(2026, 11, 11)
  const booked = { plan: 'intermediate_pro', interval: 'month', price: 349, at } as const
  expect(words(null, aPlan({ tier: 'pro', booked }))).toContain(
    'Your change to Pro for $3.49 a month is taken back, also if you resume.',
  )
  expect(words(null, aPlan({ tier: 'pro' }))).not.toContain('taken back')
})
