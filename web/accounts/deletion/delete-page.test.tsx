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
  expect(page({ plan: { name: 'Pro', refunded: true } })).toContain('we refund its unused time')
  expect(page({ plan: { name: 'Pro', refunded: false } })).toContain('ends without a refund')
})

// §D41-34
test('only authors are asked what becomes of published Applets', () => {
  expect(page({ published_applets: 2 })).toContain('Take my published Applets down')
  expect(page({})).not.toContain('Take my published Applets down')
})
