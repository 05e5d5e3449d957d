import { expect, test } from 'vitest'
import type { BilledBy } from '../../../worker/contract/billed-by.ts'
import type { Session } from '../session/session.ts'
import { me } from '../../testing/page.fixture.tsx'
import { afterPress } from './upgrade-press.ts'

const PLAIN = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }
const user = (fields: Parameters<typeof me>[0] = {}): Session => ({ kind: 'user', me: me(fields), viewer: null })
const pro = (subscriptionPaymentType: BilledBy) => user({ tier: 'intermediate_pro', subscriptionPaymentType })

test.each([
  ['free', user()],
  ['Pro, billed by card', pro('stripe')],
  ['legacy Pro', user({ tier: 'legacy_pro', subscriptionPaymentType: 'stripe' })],
  ['free again after a plan of a store', user({ subscriptionPaymentType: 'app_store' })],
])('opens the modal on a plain press when signed in: %s', (_, viewer) => {
  expect(afterPress(viewer, PLAIN)).toEqual({ kind: 'ask' })
})

// §6-11
test.each<[BilledBy, string]>([
  ['app_store', 'You currently have a Pro subscription on the App Store. Please upgrade to Pro+ on your iOS device.'],
  [
    'google_play',
    'You currently have a Pro subscription on Google Play. Please upgrade to Pro+ on your Android device.',
  ],
])('tells a Pro user billed by %s where to upgrade', (store, message) => {
  expect(afterPress(pro(store), PLAIN)).toEqual({ kind: 'tell', message })
})

test.each([
  ['the middle button', { button: 1 }],
  ['Command', { metaKey: true }],
  ['Control', { ctrlKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
])('a press with %s follows the link', (_, keys) => {
  expect(afterPress(user(), { ...PLAIN, ...keys })).toEqual({ kind: 'follow' })
  expect(afterPress(pro('app_store'), { ...PLAIN, ...keys })).toEqual({ kind: 'follow' })
})

test('a visitor or unknown viewer follows the link', () => {
  const strangers: (Session | null)[] = [{ kind: 'visitor' }, { kind: 'unavailable' }, null]
  for (const viewer of strangers) expect(afterPress(viewer, PLAIN)).toEqual({ kind: 'follow' })
})
