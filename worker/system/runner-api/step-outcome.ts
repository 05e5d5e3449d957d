/** A value that a service reports, or a field takes. */
export type IngredientValue = string | number | boolean | null
export type Ingredients = Record<string, IngredientValue>

/** One thing that a trigger saw. `at` in ms. */
export type TriggerItem = { id: string; at: number | null; ingredients: Ingredients }

/**
 * Why a call to a service failed.
 *
 * - `transport`: no usable answer. `timeout`: none in time. `too_large`: more than we read.
 * - `refused`: our own guard did not send it. `status`: another 4xx. `server`: 5xx. `rate_limited`: 429, or 503 that says when.
 * - `unauthorized`: 401. `skip`: the service asks to skip it. `gone`: 410 from an address that the user typed.
 * - `busy`: no place was free for the call, so it was not sent.
 * - `protocol`: 2xx that is not what the service's file says. `input`: the fields cannot be sent.
 */
export type StepFailure =
  | 'transport'
  | 'timeout'
  | 'too_large'
  | 'refused'
  | 'status'
  | 'server'
  | 'rate_limited'
  | 'unauthorized'
  | 'skip'
  | 'gone'
  | 'protocol'
  | 'input'
  | 'busy'

/** `sent`: `no` where it is certain that the other side did nothing (a known non-effect). */
export type StepProblem = {
  failure: StepFailure
  sent: 'no' | 'maybe'
  status: number | null
  /** ms from now, where the other side said when to come again. */
  retry_after: number | null
  /** In words that the user understands; may quote the service's own words, as text. */
  message: string
  /** Where a connection is refused: the pasted value that is wrong. */
  attribute?: string
  /** For `unauthorized`: the service says for certain that the account is over, so that nothing else is asked. */
  is_account_gone?: boolean
}

/** The problem, for a follower, of a Source that cannot be read. `retry_after` in ms. */
export type SourceProblem = Pick<StepProblem, 'failure' | 'retry_after' | 'message'>

export type StepOutcome<Value> = { ok: true; value: Value } | { ok: false; problem: StepProblem }

/** One page of a polled trigger, newest first. */
export type PollPage = {
  items: TriggerItem[]
  /** Asks for the page after this one; null if there is none. */
  next: string | null
  etag: string | null
  last_modified: string | null
  /** True for 304: nothing changed since `etag`. */
  unchanged: boolean
  /** True where it was asked only for what came after the page before: then that all is new says nothing. */
  only_new?: boolean
  /** ms for which the service says not to ask again; null if it says nothing. */
  fresh_for: number | null
}

/** The result of an action: the service's own id and address of it. */
export type ActionResult = { id: string | null; url: string | null; answer: string | null }

/**
 * The effect of a repeated action. `safe`: nothing more. `key`: nothing more, because the service honors our key.
 * `find`: whether it was done can be looked up first. `unsafe`: the same again.
 */
export type Repeat = 'safe' | 'key' | 'find' | 'unsafe'
