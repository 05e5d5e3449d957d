const DAY = 24 * 60 * 60 * 1000

/** The day in UTC by which creations are counted, such as 2026-03-01. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/** When the count begins anew: the next midnight in UTC. */
export function nextDay(now: number): number {
  return (Math.floor(now / DAY) + 1) * DAY
}
