import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { RETRY_WAITS } from '../execution/retry-rules.ts'

/** Where nothing happens they are stretched up to that, in ms. */
const RARE_POLLS = 30 * MINUTE
const KEPT_GAPS = 20
/** At most so often for one subscription, in ms, however often a service says so. */
export const SOONEST = 5000

type PollTimes = {
  /** How often at most, in ms. */
  least: number
  /** Gaps between events, in ms. */
  gaps: number[]
  last_event: number | null
  fails: number
  /** For how long the service says not to ask again, in ms. */
  fresh_for: number | null
  /** Polls in a row at which every id was new. */
  changed: number
}

/** How long until the next poll, in ms: a quarter of the usual gap, within the plan's interval and 30 minutes. */
export function pollInterval({ least, gaps, last_event, fails, fresh_for, changed }: PollTimes, now: number): number {
  const usual = median(last_event === null ? gaps : [...gaps, now - last_event])
  const stretched = changesIds(changed) ? RARE_POLLS : Math.max(least, Math.min((usual ?? 0) / 4, RARE_POLLS))
  const backoff = fails === 0 ? 0 : (RETRY_WAITS[Math.min(fails, RETRY_WAITS.length) - 1] ?? 0)
  return Math.round(Math.max(stretched, backoff, Math.min(fresh_for ?? 0, DAY)))
}

export const CHANGING_IDS = 'This service gives its items new ids at every check, so we check it every 30 minutes only.'

/** So often in a row it cannot be chance: the service gives its items new ids at every check. */
export function changesIds(changed: number): boolean {
  return changed >= 3
}

/** The greatest age of items that a service tells late, in ms. */
const LATE_ITEMS = HOUR

type Checked = { last_checked: number | null; etag: string | null; last_modified: string | null }

/**
 * Whether a check whose items are all new shows known items under new ids: there are many, or all are older than the
 * check before. The age says nothing where the service answers 304 between two changes.
 */
export function areRenamed(items: readonly { at: number | null }[], { last_checked, ...tags }: Checked): boolean {
  if (items.length > 4) return true
  if (items.length === 0 || tags.etag !== null || tags.last_modified !== null) return false
  return items.every(({ at }) => at !== null && at < (last_checked ?? 0) - LATE_ITEMS)
}

/** Spreads polls of one interval: the same subscription always comes at the same place in it. From 0 to 1. */
export function spreadOf(key: string): number {
  const hash = [...key].reduce(
    (mixed, letter) => Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  )
  return (hash >>> 0) / 2 ** 32
}

/**
 * The share of the interval after which the second poll comes: early, by a share of its own, so that polls which began
 * together are spread over the whole interval.
 */
export function secondPollShare(key: string): number {
  return 0.2 + spreadOf(key) * 0.8
}

export function withGap(gaps: number[], last_event: number | null, now: number): number[] {
  return last_event === null ? gaps : [...gaps, Math.max(0, now - last_event)].slice(-KEPT_GAPS)
}

/**
 * A trigger that is silent for longer is told of once, in ms: what its user expects, else four times the 95th
 * percentile of its gaps and at least three days. Null where that cannot be known yet.
 */
export function silenceLimit(gaps: number[], expect_every: number | null): number | null {
  if (expect_every !== null) return expect_every
  if (gaps.length < 5) return null
  const sorted = gaps.toSorted((a, b) => a - b)
  return Math.max(3 * DAY, 4 * (sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0))
}

/** A time that came while we were down still runs if it is less late than that, in ms. */
export const LATE_SCHEDULE = HOUR

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
