import { expect, test } from 'vitest'
import { movableClock } from './movable-clock.ts'

const HOUR = 3_600_000

test('without a clock binding, schedules keep the real time', async () => {
  const clock = movableClock({})
  await clock.refresh()
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000)
  expect(clock.toRealTime(5)).toBe(5)
})

test('a bound clock moves schedules as far as it is moved', async () => {
  const clock = movableClock({ CLOCK: { offset: async () => 2 * HOUR } })
  await clock.refresh()
  expect(clock.now() - Date.now()).toBeGreaterThan(HOUR)
  expect(clock.toRealTime(3 * HOUR)).toBe(HOUR)
})
