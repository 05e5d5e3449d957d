import { HOUR } from '../../contract/shared/durations.ts'

/** How many error lines one user makes in an hour at most, whatever they do. */
export const ERROR_LINES_AN_HOUR = 10

type Hour = { ends: number; lines: number }

/** Counts the error lines of each user, in one isolate: the log must not wait for a database, nor fail without one. */
export class ErrorAllowance {
  readonly #hours = new Map<string, Hour>()

  /** Whether the log may have one more line of this user. `now` in ms. */
  take(user_id: string, now: number): boolean {
    const hour = this.#hours.get(user_id) ?? { ends: now + HOUR, lines: 0 }
    hour.lines += 1
    this.#hours.set(user_id, hour)
    return hour.lines <= ERROR_LINES_AN_HOUR
  }

  /** Ends the hours that are over. Returns how many lines of each user the log did not have. */
  endHours(now: number): { whose: string; lines: number }[] {
    const ended = [...this.#hours].filter(([, { ends }]) => ends <= now)
    for (const [user_id] of ended) this.#hours.delete(user_id)
    return ended.flatMap(([whose, { lines }]) =>
      lines > ERROR_LINES_AN_HOUR ? [{ whose, lines: lines - ERROR_LINES_AN_HOUR }] : [],
    )
  }
}
