import { expect, test } from 'vitest'
import { readFreshFor, readLimitReset, readRetryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 2, 1, 12)

test.each([
  ['7', 7000],
  ['0', 0],
  ['0.65', 650],
  ['1337.57', 1_337_570],
  ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['99999999', 86_400_000],
  ['soon', null],
  ['', null],
])('reads Retry-After %j', (text, wait) => {
  expect(readRetryAfter(new Headers({ 'retry-after': text }), now)).toBe(wait)
})

test.each([
  [{}, null],
  [{ 'cache-control': 'public, max-age=120' }, 120_000],
  [{ 'cache-control': 's-maxage=120' }, null],
  [{ 'cache-control': 'max-age=120', expires: 'Sun, 01 Mar 2026 13:00:00 GMT' }, 120_000],
  [{ expires: 'Sun, 01 Mar 2026 13:00:00 GMT' }, 3_600_000],
  [{ expires: '0' }, null],
  [{ 'cache-control': 'no-cache, max-age=120' }, null],
  [{ 'cache-control': 'max-age=10', 'x-poll-interval': '60' }, 60_000],
  [{ 'cache-control': 'max-age=31536000' }, 86_400_000],
])('reads from %j how long an answer stays fresh', (headers, fresh) => {
  expect(readFreshFor(new Headers(Object.entries(headers)), now)).toBe(fresh)
})

test.each([
  [{ 'x-ratelimit-reset': String(now / 1000 + 90) }, 90_000],
  [{ 'ratelimit-reset': String(now / 1000 + 90) }, 90_000],
  [{ 'ratelimit-reset': '90' }, 90_000],
  [{ 'x-ratelimit-reset': '0.4' }, 400],
  [{ 'x-ratelimit-reset': String(now / 1000 - 5) }, 0],
  [{ 'x-ratelimit-reset': new Date(now + 90_000).toISOString() }, 90_000],
  [{ 'x-ratelimit-reset': 'soon' }, null],
  [{}, null],
])('reads from %j when a limit begins again', (headers, wait) => {
  expect(readLimitReset(new Headers(Object.entries(headers)), now)).toBe(wait)
})
