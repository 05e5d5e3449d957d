import { expect, test } from 'vitest'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { ZoneNote } from '../../ui/form/zone-note.tsx'
import { Page } from './account-page.tsx'

const settings = { pending_email: null, has_password: true, timezone: null, timezone_chosen: false }
const page = (given: Partial<typeof settings> = {}) =>
  htmlOf(
    <Page
      data={{ me: me(), settings: { ...settings, ...given } }}
      session={fulfilled({ kind: 'visitor' })}
      address={{ path: '/settings/account', query: {} }}
    />,
  )

test('the account page leads to passkeys and linked providers', () => {
  expect(page()).toContain('<a href="/settings#sign-in-ways">Ways to sign in</a>')
})

test('the link beside times leads to the time zone', () => {
  const [, path, id] = /href="([^"#]+)#([^"]+)"/.exec(htmlOf(<ZoneNote timeZone="UTC" />)) ?? []
  expect(path).toBe('/settings/account')
  expect(page()).toContain(`id="${id}"`)
})

test('a user without a password is not asked for the current one', () => {
  expect(page()).toContain('Current password')
  expect(page({ has_password: false })).not.toContain('Current password')
})
