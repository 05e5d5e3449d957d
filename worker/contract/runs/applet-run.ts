import type { PauseReason } from '../applets/pause-words.ts'

import type { ChoiceLabels } from '../applets/choice-label.ts'

/**
 * The states of a run.
 *
 *   ready ──▶ calling ──▶ done │ skipped │ failed │ unsure
 *     │          ├──▶ waiting (the Applet's wait) ──▶ ready
 *     │          ├──▶ retrying (a try failed) ──▶ ready
 *     │          └──▶ held (plan, connection or host; our own fault) ──▶ ready
 *     └──▶ held │ cancelled
 */
export const OPEN_RUN_STATES = ['ready', 'calling', 'waiting', 'retrying', 'held'] as const
export const END_RUN_STATES = ['done', 'skipped', 'failed', 'cancelled', 'unsure'] as const
export type EndRunState = (typeof END_RUN_STATES)[number]
export type RunState = (typeof OPEN_RUN_STATES)[number] | EndRunState

export function hasRunEnded(state: RunState): state is EndRunState {
  return END_RUN_STATES.some((each) => each === state)
}

/** The filters of the activity pages: one group of states each. */
export const RUN_FILTERS = ['open', 'done', 'skipped', 'failed', 'cancelled', 'unsure'] as const
export type RunFilter = (typeof RUN_FILTERS)[number]

export const RUN_PAGE_SIZE = 30
/** A run's id is a ULID, so ids sort by time; it is also the cursor of a list. */
export const RUN_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Why a run waits without a time of its own. */
export type HoldReason =
  | 'plan'
  | 'connection'
  | 'pace'
  | 'host'
  | 'calls'
  | 'filter'
  | 'service_off'
  | 'paused'
  | 'internal'
  | 'reconnected'

/** One line of a list of runs. Times in ms. */
export type RunSummary = {
  id: string
  applet_id: number
  state: RunState
  /** When its event was accepted. */
  at: number
  /** When its next try or the end of its wait is due; null where it has ended. */
  due: number | null
  ended_at: number | null
  /** Why it is held; null otherwise. */
  hold: HoldReason | null
  /** One sentence: the reason of a skip, a failure or a hold, or the start of its event. */
  message: string | null
  /** Whether it is a test run or was run again from the start. */
  cause: 'event' | 'test' | 'again'
  /** Of a draft that was done once: what it was called then. */
  draft_name?: string
}

/** Newest first. `next` is the `before=` of the following page, or null on the last one. */
export type RunPage = { runs: RunSummary[]; next: string | null }

export type RunStepState = 'pending' | 'calling' | 'retrying' | 'waiting' | 'held' | EndRunState

/** One try of a step: when, and what came of it in words. */
export type RunTry = { at: number; message: string }

/** A step as the run's page shows it. Texts are cut at 4 KB together. */
export type RunStep = {
  kind: 'trigger' | 'query' | 'filter' | 'wait' | 'action'
  /** Its place among the Applet's steps; null for the filter and the wait. */
  position: number | null
  module_name: string | null
  /** The step's slug; the page knows its name from the catalog. */
  slug: string | null
  state: RunStepState
  /**
   * What it was set to then: its texts, filled in once it has sent them, without secrets, the labels of its live
   * choices, and the name of its account; of a wait its `seconds`. Absent from a Runner of before.
   */
  setting?: { fields: Record<string, string>; labels?: ChoiceLabels; account: string | null }
  input: { label: string; value: string }[]
  answer: string | null
  /** An address that the answer names, such as that of a new row. */
  url: string | null
  tries: RunTry[]
  /** Why it was skipped, failed, or is held. */
  message: string | null
  /** Advice on what its user can do about it. */
  advice: string | null
}

export type RunEvent = {
  /** The kind of the sender's body: `json`, `form`, `text`, `bytes` or nothing; `item` for what a service reported. */
  kind: 'json' | 'form' | 'text' | 'bytes' | 'none' | 'item'
  content_type: string | null
  bytes: number
  /** The body as text, cut; null if its contents are not kept anymore. */
  text: string | null
  ingredients: { name: string; value: string }[]
}

export type RunDetail = RunSummary & {
  version: number
  /** Its user's zone. Absent from a Runner of before. */
  timezone?: string
  event: RunEvent
  steps: RunStep[]
  can_replay: boolean
  can_cancel: boolean
  /** Whether the next try may be made at once. */
  can_try_now: boolean
}

/** Runs by outcome on one day ("2026-11-22" in the user's zone). */
export type RunDay = { day: string } & Record<EndRunState, number>

/** The state of an Applet, for its page. Times in ms; null where it does not apply or has not happened. */
export type AppletHealth = {
  applet_id: number
  run_count: number
  last_run: number | null
  last_checked: number | null
  last_event: number | null
  next_check: number | null
  /** It starts by time: its next check is its next run. Absent from a Runner of before. */
  by_clock?: boolean
  /** Runs that wait, retry or are held, and the main reason of a hold. */
  open_runs: number
  held_runs: number
  hold: HoldReason | null
  /** Why it was turned off by itself; null while it was not. */
  paused: PauseReason | null
  /** The number of events that its trigger had while it was turned off, which its user may still run. */
  missed: number
  /** A note on its trigger for its user, in words. */
  note: string | null
  /** The last look of its trigger failed: the note says why. Absent from a Runner of before. */
  look_failed?: boolean
  /** Its services that an operator has stopped for now; none from a Runner of before. */
  stopped_services?: string[]
}

/** GET /hooks/{key}/receipts/{receipt}: never contents. Times in ms. */
export type HookReceipt = { receipt: string; runs: { state: RunState; at: number; ended_at: number | null }[] }
