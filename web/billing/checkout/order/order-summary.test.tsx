import { expect, test } from 'vitest'
import { offer } from '../../../testing/checkout.fixture.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import type { TaxPlace } from '../location/use-tax-location.ts'
import { chargeOf, type Choice } from './checkout-charge.ts'
import { OrderSummary } from './order-summary.tsx'

function words(tax: number, trial: number | null = null, balance = 0) {
  const choice: Choice = { offer: offer('intermediate_pro'), price_type: 'monthly', trial, promo: null, balance }
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

test('names the credit that pays, and what is left of it', () => {
  expect(words(56, null, -500)).toContain(
    'Pro, monthly $3.49 From your credit −$3.49 Today $0.00 Your first payment includes $0.56 VAT. ' +
      'Your next payment is $3.49 on December 21, 2026, then every month. You have $1.51 of credit left for the next payment.',
  )
})

test('names what an earlier payment left, and what is moved', () => {
  expect(words(0, null, 30)).toContain('Pro, monthly $3.49 From an earlier payment $0.30 Today $3.79')
  expect(words(0, null, -310)).toContain(
    'From your credit −$3.10 Moved to your next payment −$0.39 Today $0.00 ' +
      'Your next payment is $3.49 on December 21, 2026, then every month. $0.39 is added to the next payment.',
  )
})

test('names the credit that waits for the end of a trial', () => {
  expect(words(0, 7, -500)).toContain(
    'Pro, monthly $3.49 Free until November 28, 2026 −$3.49 Today $0.00 Your free trial ends on November 28, 2026. ' +
      'Unless you cancel before then, you pay $3.49 a month. You have $5.00 of credit left for the next payment.',
  )
})

test('names what an earlier payment left to a trial', () => {
  expect(words(0, 7, 500)).toContain('−$3.49 From an earlier payment $5.00 Today $5.00')
})
