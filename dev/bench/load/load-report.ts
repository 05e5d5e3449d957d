import type { Answered } from './run-load.ts'
import { memorySlope, type Sample } from './watch-memory.ts'

type LoadRun = {
  answered: readonly Answered[]
  samples: readonly Sample[]
  lost: readonly string[]
  /** What memory grows by in a minute while the control is asked alike: workerd itself grows. */
  control: readonly Sample[]
}

/** How much more memory may grow in a minute than beside the control, in MB. */
const MOST_GROWTH = 60

/** What each kind was answered, by `kind`: how many, their time in ms, and how many were no success. */
export function tableOf(answered: readonly Answered[]) {
  const kinds = Map.groupBy(answered, ({ asked }) => asked.kind)
  return [...kinds].map(([kind, all]) => {
    const times = all.map(({ whole }) => whole).toSorted((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    return { kind, count: all.length, p50: at(0.5), p99: at(0.99), failed: all.filter(isFailure).length }
  })
}

/** The conditions that did not hold, in words. */
export function brokenConditions({ answered, samples, lost, control }: LoadRun): string[] {
  const failures = Map.groupBy(
    answered.filter(isFailure),
    ({ asked, status }) => `${asked.kind}: ${status || 'no answer'}`,
  )
  const growth = memorySlope(samples) - Math.max(0, memorySlope(control))
  return [
    ...[...failures].map(([what, all]) => `${all.length} times ${what}.`),
    ...lost.slice(0, 10).map((write) => `Lost: ${write}`),
    ...(lost.length > 10 ? [`Lost: ${lost.length - 10} more.`] : []),
    ...(growth > MOST_GROWTH
      ? [`Memory grows by ${growth.toFixed(0)} MB a minute more than the control, goal ${MOST_GROWTH}.`]
      : []),
  ]
}

/** A call that the product should have answered: nothing here is refused for a reason. */
function isFailure({ status }: Answered): boolean {
  return status === 0 || status >= 400
}
