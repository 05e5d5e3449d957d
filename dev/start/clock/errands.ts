/** A cron trigger, whose times up to `after` (ms) have passed. `guess`: when it was busy next, as far as was known. */
export type AskedTrigger = { cron: string; after: number; guess: number | null }

/** The tasks that the clock gives its Worker. Times in ms. */
export type Errand =
  /** Finds out when each of these triggers next does something, until then; `each`: without asking, because all are run. */
  | { kind: 'look'; triggers: AskedTrigger[]; until: number; each: boolean }
  /**
   * Wakes the Runners, then does what is given, and waits for all jobs that followed. `pause`: how long no Runner is
   * woken after that, though one is due.
   */
  | { kind: 'run'; at: number; pause: number; cron?: string; job?: unknown }
  /** Waits until no job is under way. */
  | { kind: 'settle' }

/**
 * `busy`: when each trigger next does something; null: not until then. `wake_at`: when a Runner is to be woken next; null:
 * never. `written`: grows with each row that the product writes in D1.
 */
export type Found = { busy: (number | null)[]; wake_at: number | null; written: number }
