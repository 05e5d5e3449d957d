import { expect, test } from 'vitest'
import type { Permissions } from '../../../worker/contract/billing/checkout.ts'
import type { SoldPlan, Tier } from '../../../worker/contract/tiers.ts'
import { permissionsOf } from '../../../worker/contract/billing/permissions.ts'
import { permissionsAfterCheckout } from './permissions-after-upgrade.ts'

const NOTHING = permissionsOf('free')
const names = (permissions: Permissions) =>
  Object.entries(permissions)
    .filter(([, { permitted }]) => permitted)
    .map(([name]) => name)
    .toSorted()
const after = (target: SoldPlan, current: Tier, answered = NOTHING) =>
  names(permissionsAfterCheckout(target, current, answered))

// §4.2-03
test('Pro+ permits filter code, queries and several accounts', () => {
  for (const current of ['free', 'intermediate_pro', 'legacy_pro'] as const) {
    expect(after('pro', current)).toEqual(expect.arrayContaining(['filter_code', 'multi_service_account', 'queries']))
  }
})

// §4.2-06
test('Pro always permits multi-action, Pro+ only for free users', () => {
  expect(after('intermediate_pro', 'free')).toContain('multi_action')
  expect(after('intermediate_pro', 'legacy_pro')).toContain('multi_action')
  expect(after('pro', 'free')).toContain('multi_action')
  expect(after('pro', 'intermediate_pro')).not.toContain('multi_action')
})

// §4.2-06
test('Pro permits no filter code, queries or several accounts', () => {
  expect(after('intermediate_pro', 'free', permissionsOf('intermediate_pro'))).toEqual(['multi_action'])
})

// §7-22
test('keeps what the server already permits', () => {
  expect(after('pro', 'intermediate_pro', permissionsOf('intermediate_pro'))).toContain('multi_action')
})

// §4.3-05
test('one click permits all four Pro+ features', () => {
  expect(names(permissionsOf('pro'))).toEqual(['filter_code', 'multi_action', 'multi_service_account', 'queries'])
})
