import { expect, test } from 'vitest'
import { offer } from '../../../testing/checkout.fixture.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import type { TaxPlace } from '../location/use-tax-location.ts'
import { chargeOf, type Choice } from './checkout-charge.ts'
import { OrderSummary } from './order-summary.tsx'

function words(tax: number, trial: number | null = null) {
  const choice: Choice = { offer: offer('intermediate_pro'), price_type: 'monthly', trial, promo: null }
  const place: TaxPlace = {
    asked: true,
    state: { kind: 'known', attempt: 1, company: null, question: '', answer: { first_payment: 349, tax } },
    at: { country: 'DE', postal_code: '10115' },
    typed: { country: 'DE', postal_code: '10115' },
    location: { country: 'DE', postal_code: '10115' },
    settled: true,
    type: () => expect.fail('nothing is typed'),
    retry: () => expect.fail('nothing is retried'),
  }
  const charge = chargeOf(choice, Date.UTC(2026, 10, 21))
  return htmlOf(<OrderSummary choice={choice} charge={charge} timeZone="UTC" notice={null} place={place} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test("names the tax in today's total", () => {
  expect(words(56)).toContain('Today $3.49 Today&#x27;s total includes $0.56 VAT.')
})

test('names the tax of the first payment after a trial', () => {
  expect(words(56, 7)).toContain('Today $0.00 Your first payment includes $0.56 VAT.')
})

test('says nothing of a tax that is not collected', () => {
  expect(words(0)).not.toContain('includes')
})
