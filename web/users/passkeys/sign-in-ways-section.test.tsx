import { expect, test } from 'vitest'
import type { SignInWays } from '../../../worker/contract/accounts/passkey.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { SignInWaysSection } from './sign-in-ways-section.tsx'

const NOW = Date.UTC(2026, 10, 21, 12)
const none: SignInWays = {
  password: false,
  passkeys: [],
  identities: [],
  second_factor: { since: null, codes_left: 0 },
}
const html = (ways: Partial<SignInWays>) =>
  htmlOf(<SignInWaysSection ways={{ ...none, ...ways }} now={NOW} timeZone="UTC" />)

test('lists passkeys with when they were added and used', () => {
  const page = html({
    passkeys: [{ id: 'p', name: 'Chrome on Mac', created_at: NOW - 1, last_used_at: NOW - 7_200_000 }],
  })
  expect(page).toContain('Chrome on Mac')
  expect(page).toMatch(/Passkey · Added [^·]*21[^·]* · Last used 2 hours ago/)
  expect(page).toContain('aria-label="Remove: Chrome on Mac"')
})

test('says whether there is a password', () => {
  expect(html({ password: true })).toContain('Choose a new password')
  expect(html({})).toContain('Set a password')
})

test('a linked provider can be removed, but not renamed', () => {
  const page = html({ identities: [{ issuer: 'https://id.test', name: 'Demo ID', created_at: NOW }] })
  expect(page).toContain('aria-label="Remove: Demo ID"')
  expect(page).not.toContain('Rename')
})

test('keeps the room of a passkey unseen before scripts run', () => {
  expect(html({})).toMatch(/class="[^"]*unseen[^"]*"[^>]*>Add a passkey/)
})

test('two-step sign-in needs a passkey, and says how many codes are left', () => {
  const passkeys = [{ id: 'p', name: 'Chrome on Mac', created_at: NOW, last_used_at: null }]
  expect(html({})).not.toContain('Turn on')
  expect(html({ passkeys })).toContain('Turn on')
  const on = html({ passkeys, second_factor: { since: NOW, codes_left: 1 } })
  expect(on).toContain('On since November 21, 2026. 1 recovery code left.')
  expect(on).toContain('Turn off')
})
