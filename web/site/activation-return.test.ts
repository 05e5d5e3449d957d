import { expect, test } from 'vitest'
import { activationReturningTo } from './activation-return.ts'

test('an activation returns to another page, and other paths stay', () => {
  const to = activationReturningTo('/activate?c[]=slack&return_to=%2Fsettings&reconnect=1', '/applets/a/edit')
  expect([...new URL(to, 'https://own.test').searchParams]).toEqual([
    ['c[]', 'slack'],
    ['return_to', '/applets/a/edit'],
    ['reconnect', '1'],
  ])
  expect(activationReturningTo('/plans', '/applets/a/edit')).toBe('/plans')
})
