import { expect, test } from 'vitest'
import type { Billing, Credit } from '../../../../worker/contract/billing/billing-overview.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { aBilling, aPlan, RENEWS } from '../overview/billing-overview.fixture.ts'
import { CreditSection } from './credit-section.tsx'

const visa = { brand: 'visa', last4: '4242' }
const credit: Credit = { amount: 1354, currency: 'usd', refunds: [{ amount: 854, card: visa }], kept: 500, unplaced: 0 }
const card = { covered: 3, amount: 42, at: Date.UTC(2027, 2, 11, 12) }
const next_charge = { amount: 0, currency: 'usd', at: RENEWS, promotions: [], credit: 349, card }

function words(fields: Partial<Billing>): string {
  const onRetry = () => Promise.resolve()
  const html = htmlOf(<CreditSection billing={aBilling(fields)} onRetry={onRetry} timeZone="UTC" />)
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('shows credit, how far it reaches and what stays', () => {
  const shown = words({ credit, next_charge })
  expect(shown).toContain('You have $13.54 of credit. It pays your next 3 payments.')
  expect(shown).toContain('On March 11, 2027 your card is charged $0.42, then $3.49 a month.')
  expect(shown).toContain('If you cancel, we refund what is left when Pro ends.')
  expect(shown).toContain('$5.00 of credit was given to you')
})

test('counts with what is booked', () => {
  const plan = aPlan({
    tier: 'pro',
    price_in_cents: 999,
    booked: { plan: 'intermediate_pro', interval: 'year', price: 3499, at: RENEWS },
  })
  expect(words({ credit, next_charge, plan })).toContain('your card is charged $0.42, then $34.99 a year.')
})

test('names the card that gets credit back from a canceled plan', () => {
  const shown = words({ credit, next_charge: null, plan: aPlan({ ends_at: RENEWS }) })
  expect(shown).toContain('When Pro ends, we refund $8.54 to your Visa ending in 4242.')
  expect(shown).not.toContain('next')
})

test('says on Free that a refund is coming', () => {
  const shown = words({ credit, next_charge: null, plan: null, payment_type: null, tier: 'free' })
  expect(shown).toContain('We are refunding $8.54 to your Visa ending in 4242.')
  expect(shown.match(/USD/g)).toHaveLength(1)
})

test('is hidden without credit', () => {
  expect(words({})).toBe('')
})

test('offers to retry unless the card already does', () => {
  expect(words({ unavailable: ['credit'] })).toContain('Try again')
  expect(words({ unavailable: ['card', 'credit'] })).toBe('')
})
