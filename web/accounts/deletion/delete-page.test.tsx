import { expect, test } from 'vitest'
import type { DeletionOffer } from '../../../worker/contract/accounts/account-deletion.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { Page } from './delete-page.tsx'

const offer: DeletionOffer = {
  login: 'ada',
  email: 'ada@example.test',
  published_applets: 0,
  store: null,
  plan: null,
}
const page = (given: Partial<DeletionOffer>) =>
  htmlOf(
    <Page
      data={{ offer: { ...offer, ...given }, timeZone: 'UTC' }}
      session={fulfilled({ kind: 'visitor' })}
      address={{ path: '/settings/delete', query: {} }}
    />,
  )

// §D41-22
test('a plan that a store bills is named before the press', () => {
  const html = page({ store: 'app_store' })
  expect(html).toContain('Your plan is billed by the App Store. Only you can end it there.')
  expect(page({})).not.toContain('billed by')
})

// §D41-31
test('the page says whether the rest of a plan is refunded', () => {
  const plan = { name: 'Pro', ends_now: false }
  expect(page({ plan: { ...plan, refund: { amount: 1045, currency: 'usd' } } })).toContain(
    'Your Pro plan ends. We refund $10.45 of your year to the card that paid.',
  )
  expect(page({ plan: { ...plan, refund: { amount: null, currency: 'usd' } } })).toContain(
    'We refund what is unused of your year to the card that paid.',
  )
  expect(page({ plan: { ...plan, refund: null } })).toContain('ends without a refund')
})

test('the page says that an unpaid plan ends now', () => {
  const html = page({ plan: { name: 'Pro', ends_now: true, refund: null } })
  expect(html).toContain('Your Pro plan ends, and what was not paid for it is not charged anymore.')
  expect(html).not.toContain('refund')
  expect(html).not.toContain('renews')
})

// §D41-34
test('only authors are asked what becomes of published Applets', () => {
  expect(page({ published_applets: 2 })).toContain('Take my published Applets down')
  expect(page({})).not.toContain('Take my published Applets down')
})
