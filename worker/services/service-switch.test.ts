import { expect, test } from 'vitest'
import { MINUTE } from '../contract/shared/durations.ts'
import { testCtx } from '../testing/test-ctx.ts'
import { isServiceOff, switchKey } from './service-switch.ts'

test('reads a switch again after half a minute, or at earlier times', async () => {
  const ctx = await testCtx()
  const off = (now: number) => isServiceOff({ kv: ctx.kv, now: () => now }, 'switch_of_test')
  const start = ctx.now()
  expect(await off(start + MINUTE)).toBe(false)
  await ctx.kv.put(switchKey('switch_of_test'), '1')
  expect(await off(start + MINUTE + 29_999)).toBe(false)
  expect(await off(start)).toBe(true)
  await ctx.kv.delete(switchKey('switch_of_test'))
  expect(await off(start + 30_000)).toBe(false)
})
