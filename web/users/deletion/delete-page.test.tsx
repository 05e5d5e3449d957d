import { expect, test } from 'vitest'
import type { Credit } from '../../../worker/contract/billing/billing-overview.ts'
import type { DeletionOffer } from '../../../worker/contract/accounts/account-deletion.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { Page } from './delete-page.tsx'
import { Back } from './deletion-page.tsx'

const offer: DeletionOffer = {
  login: 'ada',
  email: 'ada@example.test',
  published_applets: 0,
  store: null,
  plan: null,
  next_charge: null,
  time_left: false,
  credit: null,
}
const page = (given: Partial<DeletionOffer>) =>
  htmlOf(
    <Page
      data={{ offer: { ...offer, ...given }, timeZone: 'UTC' }}
      session={fulfilled({ kind: 'visitor' })}
      address={{ path: '/settings/delete', query: {} }}
    />,
  )

test('a plan that a store bills is named before the press', () => {
  const html = page({ store: 'app_store' })
  expect(html).toContain('Your plan is billed by the App Store. Only you can end it there.')
  expect(page({})).not.toContain('billed by')
})

const plan = { name: 'Pro', ends_now: false, current_period_end: Date.UTC(2027, 0, 1) }
const credit: Credit = { amount: 3432, currency: 'usd', refunds: [], kept: 0, unplaced: 0 }
const visa = { brand: 'visa', last4: '4242' }

test('the page says what of a plan is refunded to which card', () => {
  const refunds = [{ amount: 3432, card: visa }]
  expect(page({ plan, time_left: true, credit: { ...credit, refunds } })).toContain(
    'When Pro ends, we refund $34.32 to your Visa ending in 4242.',
  )
  expect(page({ plan, time_left: true, credit: 'unknown' })).toContain(
    'Unused time of a year, and credit for it, is refunded to the card that paid.',
  )
  expect(page({ plan, time_left: true })).toContain('What is left of Pro ends without a refund.')
})

test('the page says what of credit is lost', () => {
  expect(page({ credit: { ...credit, kept: 3432 } })).toContain(
    '$34.32 of credit was given to you and is lost with your account.',
  )
})

test('the page names a charge that is due already', () => {
  const next_charge = {
    amount: 349,
    currency: 'usd',
    at: Date.UTC(2026, 11, 1),
    promotions: [],
    credit: 0,
    card: null,
  }
  expect(page({ plan, time_left: true, next_charge })).toContain(
    'Your Pro plan no longer renews. $3.49 for it is still due, and nothing after that.',
  )
  expect(page({ plan, next_charge: { ...next_charge, at: plan.current_period_end } })).not.toContain('still due')
})

test('the page says that an unpaid plan ends now', () => {
  const html = page({ plan: { ...plan, ends_now: true } })
  expect(html).toContain('Your Pro plan ends, and what was not paid for it is not charged anymore.')
  expect(html).not.toContain('refund')
  expect(html).not.toContain('renews')
})

test('only authors are asked what becomes of published Applets', () => {
  expect(page({ published_applets: 2 })).toContain('Take my published Applets down')
  expect(page({})).not.toContain('Take my published Applets down')
})

test('an account that is back names its next payment', () => {
  const sentence = 'Switchyard Pro goes on. Your next payment is $3.49 on April 1, 2026, from your card.'
  expect(htmlOf(<Back plan={[sentence]} />)).toContain(`<p>${sentence}</p>`)
})
