import { DAY } from '../shared/durations.ts'

/** The UTC day that creations are counted by, such as 2026-03-01. */
export function creationDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/** When the count starts again: the next midnight in UTC. */
export function nextCreationDay(now: number): number {
  return (Math.floor(now / DAY) + 1) * DAY
}
