import type { StepKind } from '../../contract/connections/service.ts'
import type { TriedEvent } from '../../contract/drafts/try-draft.ts'
import type { Program, ProgramTrigger, ServiceFile } from './program.ts'
import type { Ingredients } from './step-outcome.ts'

/**
 * The event that a draft is tried with. `run`: the run that met it, whose values are read again; null for these values.
 */
export type EventToTry = { at: number | null; run: string | null; ingredients: Ingredients }

/** The events that a trigger met or has now, newest first; none where nothing can be known before it happens. */
export type TriggerSample = {
  events: TriedEvent[]
  /** Why it could not be asked, in words. */
  problem: string | null
}
/** As those of a `RunnerSnapshot`: of the services that are tried. */
type TriedFiles = { service_files?: ServiceFile[] }

/** `may_ask`: false where the trigger misses something, so that only what was met, or an example, is given. */
export type SampleRequest = TriedFiles & { trigger: ProgramTrigger; applet_id: number; may_ask: boolean }

/** `of_draft` programs only. */
export type TryRequest = TriedFiles & { program: Program; event: EventToTry }
/** `press`: the same one does it once, however often it is sent. */
export type RunOnceRequest = TryRequest & { press: string }

type TriedState = 'done' | 'skipped' | 'failed' | 'not_reached'

/**
 * A query or an action of a dry run: its fields as rendered, secrets as dots. `rows`: the first of a query's answer.
 */
export type TriedStep<Kind extends 'query' | 'action' = 'query' | 'action'> = Kind extends StepKind
  ? {
      id: number
      kind: Kind
      state: TriedState
      message: string | null
      fields: Record<string, string>
      rows: Ingredients[]
    }
  : never

/** `message`: why it failed, and at which line; null where it did not. */
export type TriedFilter = { id: number; kind: 'filter'; state: TriedState; message: string | null; line: number | null }

/** Each step after the trigger but a wait, in the program's order. */
export type DryRun = { steps: (TriedStep | TriedFilter)[] }

/** `event_gone`: its values are not kept anymore. `unready`: the Runner has not heard of its user yet. */
export type DryRunAnswer = ({ kind: 'tried' } & DryRun) | { kind: 'event_gone' } | { kind: 'unready' }
export type RunOnceAnswer = { kind: 'begun'; run: string } | { kind: 'event_gone' } | { kind: 'unready' }
