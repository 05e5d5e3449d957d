import type { DraftProblem } from './draft.ts'

/**
 * Where an event comes from that a draft is tried with.
 *
 * - `seen`: the user's Applets met it. `live`: the trigger was just asked. `next`: the schedule's next time.
 * - `example`: the service's own example, where there is nothing else.
 */
type TriedEventOrigin = 'seen' | 'live' | 'next' | 'example'

/** An event for trying a draft. `at` in ms; null for an example. */
export type TriedEvent = {
  origin: TriedEventOrigin
  at: number | null
  /** Of `seen`: the run that met it, where its values are read again. */
  run: string | null
  /** Of `seen`: whether the trigger had other fields or another account then. */
  other_fields: boolean
  ingredients: Record<string, string | number | boolean | null>
}

/** POST /api/drafts/{id}/sample: at most three events, newest first and never none. */
export type DraftSampleResponse = {
  events: TriedEvent[]
  /** Why the trigger could not be asked, where an example stands in. */
  problem: DraftProblem | null
  /** The server's time in ms, which `at` counts from. */
  now: number
}

/**
 * A step of a dry run.
 *
 * - `asked`: a query that was really asked. `passed`: "Only if …" lets something through. `would`: what an action would do.
 * - `skipped`: it would not be done. `failed`: it cannot be done as it is. `not_reached`: something before it failed.
 */
export type DryRunState = 'asked' | 'passed' | 'would' | 'skipped' | 'failed' | 'not_reached'

export type DryRunStep = {
  /** A step's key, `when` or `wait`. */
  step: string
  kind: 'query' | 'when' | 'wait' | 'action'
  state: DryRunState
  /** One sentence, such as "Would post to #general: …" or "Would be skipped: It is night." */
  message: string
  /** The fields as they would be sent, by label; secrets are dots. */
  fields: { slug: string; label: string; value: string }[]
  /** A query's answer: its first three rows, by the ingredients' names. */
  rows: { name: string; value: string }[][]
  /** Of a failure: where it can be fixed. */
  problem: DraftProblem | null
}

/** POST /api/drafts/{id}/dry_run: each step after the trigger. Nothing was sent to an action. */
export type DryRunResponse = { steps: DryRunStep[] }

/** POST /api/drafts/{id}/run_once: the run, marked as a test in the history. */
export type RunOnceResponse = { run: string }
