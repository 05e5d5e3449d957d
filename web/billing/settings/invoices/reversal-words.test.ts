import { expect, test } from 'vitest'
import type { Reversal, ReversalState } from '../../../../worker/contract/billing/billing-overview.ts'
import { paymentBadge, reversalInWords } from './reversal-words.ts'

const at = Date.UTC(2026, 10, 25)
const reversal = (state: ReversalState, amount = 349): Reversal => ({ id: `re_${state}`, state, amount, at })
const badge = (...reversals: Reversal[]) => paymentBadge({ status: 'paid', amount_paid: 349, total: 349, reversals })

test.each([
  ['$3.49 was refunded on November 25, 2026.', 'refunded'],
  ['$3.49 has been on its way back to you since November 25, 2026.', 'refund_pending'],
  ['You disputed $3.49 on November 25, 2026. Your bank has not decided yet.', 'disputed'],
  ['You disputed $3.49 on November 25, 2026. Your bank let the payment stand.', 'dispute_won'],
  ['You disputed $3.49 on November 25, 2026. Your bank gave it back to you.', 'dispute_lost'],
] as const)('says "%s"', (words, state) => {
  expect(reversalInWords(reversal(state), 'usd', 'UTC')).toBe(words)
})

test('tells a whole refund from a part', () => {
  expect(badge().words).toBe('Paid')
  expect(badge(reversal('refunded', 100)).words).toBe('Partly refunded')
  expect(badge(reversal('refunded', 100), reversal('refund_pending', 249)).words).toBe('Refunded')
})

test('names an open and a lost dispute, and a won one not', () => {
  expect(badge(reversal('disputed')).words).toBe('Disputed')
  expect(badge(reversal('dispute_lost')).words).toBe('Returned by your bank')
  expect(badge(reversal('dispute_won')).words).toBe('Paid')
})

test('an invoice that left credit is called credited', () => {
  const paid = { status: 'paid', amount_paid: 0, reversals: [] } as const
  expect(paymentBadge({ ...paid, reversals: [], total: -3150 }).words).toBe('Credited')
  expect(paymentBadge({ ...paid, reversals: [], total: 349 }).words).toBe('Paid')
})
