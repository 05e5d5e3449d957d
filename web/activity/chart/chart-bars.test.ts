import { expect, test } from 'vitest'
import type { RunDay } from '../../../worker/contract/runs/applet-run.ts'
import { chartOf, CHART_HEIGHT, CHART_WIDTH, totalsOf } from './chart-bars.ts'

const day = (name: string, counts: Partial<RunDay>): RunDay => ({
  day: name,
  done: 0,
  skipped: 0,
  failed: 0,
  cancelled: 0,
  unsure: 0,
  ...counts,
})

test('what went well stands above the line, failures below it', () => {
  const { bars, line } = chartOf([day('2026-11-22', { done: 2, skipped: 1, failed: 1 })])
  const [done, skipped, failed] = bars
  expect(line).toBe(54)
  expect(done).toMatchObject({ className: 'done', y: 18, height: 36, x: CHART_WIDTH - 10 })
  expect(skipped).toMatchObject({ className: 'skipped', y: 0, height: 18 })
  expect(failed).toMatchObject({ className: 'failed', y: 54, height: 18 })
})

test('all bars fit, and days without runs have none', () => {
  const days = Array.from({ length: 35 }, (_, n) => day(`d${n}`, n % 2 ? {} : { done: n, failed: 35 - n }))
  const { bars } = chartOf(days)
  expect(bars).toHaveLength(30)
  for (const { x, y, width, height } of bars) {
    expect(x + width).toBeLessThanOrEqual(CHART_WIDTH)
    expect(y + height).toBeLessThanOrEqual(CHART_HEIGHT + 0.01)
  }
})

test('the totals count every outcome', () => {
  expect(totalsOf([day('a', { done: 2 }), day('b', { done: 1, unsure: 1 })])).toMatchObject({ done: 3, unsure: 1 })
})
