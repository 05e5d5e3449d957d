import type { Answered } from './run-load.ts'
import { heapGrowth, type HeapSample } from './watch-heaps.ts'

type LoadRun = {
  answered: readonly Answered[]
  samples: readonly HeapSample[]
  lost: readonly string[]
}

/** How much a Worker's heap may grow with 1,000 answers, in MB: 1 kB that each of them leaves would be twice as much. */
const MOST_GROWTH = 0.5

/** Sums up the answers by `kind`: how many, their time in ms, and how many were no success. */
export function tableOf(answered: readonly Answered[]) {
  const kinds = Map.groupBy(answered, ({ asked }) => asked.kind)
  return [...kinds].map(([kind, all]) => {
    const times = all.map(({ whole }) => whole).toSorted((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    return { kind, count: all.length, p50: at(0.5), p99: at(0.99), failed: all.filter(isFailure).length }
  })
}

/** The conditions that did not hold, in words. */
export function brokenConditions({ answered, samples, lost }: LoadRun): string[] {
  const failures = Map.groupBy(
    answered.filter(isFailure),
    ({ asked, status }) => `${asked.kind}: ${status || 'no answer'}`,
  )
  const growing = Object.entries(heapGrowth(samples)).filter(([, mb]) => mb > MOST_GROWTH)
  return [
    ...[...failures].map(([what, all]) => `${all.length} times ${what}.`),
    ...lost.slice(0, 10).map((write) => `Lost: ${write}`),
    ...(lost.length > 10 ? [`Lost: ${lost.length - 10} more.`] : []),
    ...growing.map(
      ([worker, mb]) =>
        `The heap of ${worker} grows by ${mb.toFixed(1)} MB with 1,000 answers, at most ${MOST_GROWTH}.`,
    ),
  ]
}

/** A call that the product should have answered: nothing here is refused for a reason. */
function isFailure({ status }: Answered): boolean {
  return status === 0 || status >= 400
}
