import type { IngredientValue } from '../../system/runner-api/step-outcome.ts'
import type { StoredFilter } from '../../contract/applets/applet-document.ts'

/** Filter code that was checked, of the version that this code runs. */
export type CompiledFilter = Extract<StoredFilter, { version: 2 }>

/** All that filter code can see. Times in ms; `service` and `step` as `serviceName()` and `stepName()` give them. */
export type FilterInput = {
  now: number
  /** An IANA name, such as `Europe/Berlin`. */
  timezone: string
  event_time: number
  /** When the trigger fired before; null or absent if it never did. */
  previous_event_time?: number | null
  trigger: { service: string; step: string; ingredients: Record<string, IngredientValue> }
  queries: readonly { service: string; step: string; rows: readonly Record<string, IngredientValue>[] }[]
  actions: readonly { service: string; step: string; fields: readonly string[] }[]
  /** Where `Math.random` begins; the event's time if absent. */
  random_seed?: number
}

/** `skipped` says why; `fields` holds only those that the code set, by slug. */
export type ActionDecision = { skipped: string | null; fields: Record<string, string> }

/** `actions` in the order of the input. `fuel`: what was spent, a unit for about 1 ns. */
export type FilterResult =
  | { kind: 'decided'; actions: ActionDecision[]; fuel: number }
  | { kind: 'failed'; line: number | null; message: string; fuel: number }
