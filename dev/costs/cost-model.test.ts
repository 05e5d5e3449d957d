import { expect, test } from 'vitest'
import { SOURCES, usageOf } from './cost-model.ts'

const USERS = 1000
const EVERY_UNIT = ['cpu_ms', 'object_requests', 'object_gb_seconds', 'object_rows_written'] as const

/** What the readings alone take in a month: what is left without them goes away. */
function ofReadings(followers: number) {
  const [all, without] = [usageOf(USERS, followers), usageOf(USERS, Number.POSITIVE_INFINITY)]
  return Object.fromEntries(EVERY_UNIT.map((unit) => [unit, all[unit] - without[unit]]))
}

test('a Source is read once, however many follow it', () => {
  const followed = USERS * SOURCES.followed_by_a_user
  // All follow the same one: a request for each reading.
  expect(ofReadings(followed)['object_requests']).toBeCloseTo(SOURCES.readings_a_day * 30)
  for (const unit of EVERY_UNIT) expect(ofReadings(5)[unit]).toBeCloseTo(2 * (ofReadings(10)[unit] ?? 0))
})

test('each follower costs its renewals', () => {
  const all = usageOf(USERS, Number.POSITIVE_INFINITY).object_requests
  const { followed_by_a_user, renewals_a_day } = SOURCES
  // A run takes two requests and a poll one; both ask and are asked.
  expect(all - USERS * 30 * (10 * 2 + 12)).toBeCloseTo(USERS * 30 * followed_by_a_user * renewals_a_day * 2)
})
