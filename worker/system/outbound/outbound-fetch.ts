import type { Place } from '../call-places/call-places.ts'
import type { StepOutcome } from '../runner-api/step-outcome.ts'

/**
 * How a step sends a request. `timeout`: ms, 10 s by default. `redirects`: `get` follows those of a GET without a body,
 * five at most. `max_bytes`: how much of the answer is read, 256 KB by default. `stream`: the answer's body is not read
 * here, and breaks off beyond `max_bytes`. `plain_http`: http on port 80 is opened too, and then without credentials.
 * `place`: the one that the step has, instead of another. `isCalledOff`: asked once there is a place, before it is sent.
 */
export type OutboundInit = RequestInit & {
  timeout?: number
  redirects?: 'none' | 'get'
  max_bytes?: number
  stream?: boolean
  plain_http?: boolean
  place?: Place
  isCalledOff?: () => boolean
}

/** The guarded fetch: an outcome instead of an exception, with `sent`. Any status is an answer. */
export type OutboundFetch = (address: string, init?: OutboundInit) => Promise<StepOutcome<Response>>
