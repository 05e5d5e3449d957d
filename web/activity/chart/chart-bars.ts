import { END_RUN_STATES, type EndRunState, type RunDay } from '../../../worker/contract/runs/applet-run.ts'

export const CHART_WIDTH = 300
export const CHART_HEIGHT = 72
const DAYS = 30
const GAP = 2

/** From the line outwards. */
const ABOVE = ['done', 'skipped', 'cancelled'] as const satisfies readonly EndRunState[]
const BELOW = ['failed', 'unsure'] as const satisfies readonly EndRunState[]

type Bar = { key: string; className: EndRunState; x: number; y: number; width: number; height: number }

export function totalsOf(days: readonly RunDay[]): Record<EndRunState, number> {
  const totals = { done: 0, skipped: 0, failed: 0, cancelled: 0, unsure: 0 }
  for (const day of days) for (const state of END_RUN_STATES) totals[state] += day[state]
  return totals
}

export function hasRuns(days: readonly RunDay[]): boolean {
  return days.some((day) => END_RUN_STATES.some((state) => day[state] > 0))
}

/** One bar for each day and outcome, and where the line is; the last day is at the right edge. */
export function chartOf(days: readonly RunDay[]): { bars: Bar[]; line: number } {
  const shown = days.slice(-DAYS)
  const highest = Math.max(...shown.map((day) => sumOf(day, ABOVE)))
  const lowest = Math.max(...shown.map((day) => sumOf(day, BELOW)))
  const unit = CHART_HEIGHT / (highest + lowest || 1)
  const width = CHART_WIDTH / DAYS
  const bars = shown.flatMap((day, index) => {
    const x = (DAYS - shown.length + index) * width
    return [...stacked(day, ABOVE, highest, -1), ...stacked(day, BELOW, highest, 1)].map(({ state, from, count }) => ({
      key: `${day.day} ${state}`,
      className: state,
      x: round(x),
      y: round(from * unit),
      width: width - GAP,
      height: round(count * unit),
    }))
  })
  return { bars, line: round(highest * unit) }
}

/** Counts laid end to end from the line, upwards (-1) or downwards (1). */
function stacked(day: RunDay, states: readonly EndRunState[], line: number, way: 1 | -1) {
  let end = line
  return states.flatMap((state) => {
    const count = day[state]
    if (count === 0) return []
    const from = way === 1 ? end : end - count
    end += way * count
    return [{ state, from, count }]
  })
}

function sumOf(day: RunDay, states: readonly EndRunState[]): number {
  return states.reduce((sum, state) => sum + day[state], 0)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
