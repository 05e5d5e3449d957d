import { DAY, HOUR, MINUTE } from '../../../contract/shared/durations.ts'
import { CALLS_HOLD } from './hold-rules.ts'
import type { Repeat, StepProblem } from '../../../system/runner-api/step-outcome.ts'

const SECOND = 1000

/** Waits before each further try of a transport failure, a time-out or a 5xx, in ms; each ±20 %. */
export const RETRY_WAITS = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
] as const

/** Waits before further tries of another 4xx, and of an answer that is not what the service's file says. */
const REFUSED_WAITS = [MINUTE, 10 * MINUTE] as const

const LONGEST_RETRY_AFTER = DAY
export const DEFAULT_RETRY_AFTER = MINUTE

/** The decision after a try that failed. `counts`: which counter it raises. */
type RetryDecision =
  | { kind: 'retry'; wait: number; counts: 'failures' | 'refused' | null }
  | { kind: 'fail' }
  | { kind: 'skip' }
  | { kind: 'unsure' }
  | { kind: 'ask_account' }

type Tried = {
  /** The effect of a repeat; queries are `safe`. */
  repeat: Repeat
  /** Whether this try, or an earlier one, may have had its effect. */
  uncertain: boolean
  failures: number
  refused: number
}

/** Decides what follows a failed try. `random` is from 0 to 1. */
export function decideRetry(problem: StepProblem, tried: Tried, random: number): RetryDecision {
  // It may have happened before: a failure now does not say that it did not.
  const fail: RetryDecision =
    tried.uncertain && (tried.repeat === 'find' || tried.repeat === 'unsafe') ? { kind: 'unsure' } : { kind: 'fail' }
  const again = (waits: readonly number[], counts: 'failures' | 'refused'): RetryDecision => {
    if (tried.uncertain && tried.repeat === 'unsafe') return { kind: 'unsure' }
    const wait = waits[tried[counts]]
    if (wait === undefined) return fail
    return { kind: 'retry', wait: spread(wait, random), counts }
  }
  switch (problem.failure) {
    case 'transport':
    case 'timeout':
    case 'too_large':
    case 'server':
      return again(RETRY_WAITS, 'failures')
    case 'status':
    case 'protocol':
      return again(REFUSED_WAITS, 'refused')
    case 'rate_limited':
      return {
        kind: 'retry',
        wait: Math.min(problem.retry_after ?? DEFAULT_RETRY_AFTER, LONGEST_RETRY_AFTER),
        counts: null,
      }
    case 'busy':
      return { kind: 'retry', wait: spread(CALLS_HOLD, random), counts: null }
    case 'unauthorized':
      return { kind: 'ask_account' }
    case 'skip':
      return { kind: 'skip' }
    case 'gone':
    case 'refused':
    case 'input':
      return fail
  }
}

/** ±20 %, so that what failed together does not come back together. */
function spread(wait: number, random: number): number {
  return Math.round(wait * (0.8 + 0.4 * random))
}

/** Tells a user what they can do about a failed step. */
export function adviceFor({ failure }: StepProblem): string {
  switch (failure) {
    case 'transport':
    case 'timeout':
    case 'server':
      return 'The service could not be reached for a long time. Replay it once the service works again.'
    case 'too_large':
      return 'The service answered with more than we read. Replay it, or ask for less.'
    case 'status':
      return "The service did not accept it. Check the step's fields, then replay it."
    case 'protocol':
      return 'The service answered something unexpected. Replay it later.'
    case 'rate_limited':
      return 'The service takes no more for now. Replay it later.'
    case 'busy':
      return 'Too many of your calls were under way. Replay it.'
    case 'unauthorized':
      return 'The account may not do this. Check its permissions at the service, then replay it.'
    case 'refused':
      return 'We do not call this address. Use a public https address, then replay it.'
    case 'gone':
      return 'Nothing is at this address anymore. Change it, then replay it.'
    case 'input':
      return "A field cannot be sent as it is. Check the step's fields, then replay it."
    case 'skip':
      return ''
  }
}
