import { expect, test } from 'vitest'
import { testCtx } from '../testing/test-ctx.ts'
import { countTries, type RateLimitRule } from './rate-limit.ts'
import { networkOf } from '../system/rate-limit/network-of.ts'
import { rate_limits } from './schema/accounts.ts'

const THREE: RateLimitRule = { rule: 'three', tries: 3, window: 60_000 }

test('counts simultaneous tries one by one', async () => {
  const ctx = await testCtx()
  const tries = Array.from({ length: 8 }, () => countTries(ctx, { limit: THREE, whom: 'ada' }))
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('further tries do not move the window', async () => {
  const ctx = await testCtx()
  const once = () => countTries(ctx, { limit: THREE, whom: 'ada' })
  for (let n = 0; n < 3; n++) await once()
  ctx.advance(59_999)
  await expect(once()).rejects.toMatchObject({ code: 'rate_limited', detail: { retryAfter: 1 } })
  ctx.advance(1)
  await expect(once()).resolves.toBeUndefined()
})

test('counts people separately and stores no identity', async () => {
  const ctx = await testCtx()
  for (let n = 0; n < 3; n++) await countTries(ctx, { limit: THREE, whom: 'ada@example.test' })
  await expect(countTries(ctx, { limit: THREE, whom: 'eve@example.test' })).resolves.toBeUndefined()
  const rows = await ctx.db.select().from(rate_limits)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('example.test')
})

test('reports the longer of two reached limits', async () => {
  const ctx = await testCtx()
  const long = { ...THREE, rule: 'long', window: 600_000 }
  const once = () => countTries(ctx, { limit: THREE, whom: 'ada' }, { limit: long, whom: 'ada' })
  for (let n = 0; n < 3; n++) await once()
  await expect(once()).rejects.toMatchObject({ detail: { retryAfter: 600 } })
})

test('counts an IPv6 /64 as one, each IPv4 address separately', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:5::'))
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'))
  expect(networkOf('')).toBe('unknown')
})
