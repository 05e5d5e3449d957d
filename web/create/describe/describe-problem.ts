import type { ErrorCode } from '../../../worker/contract/errors.ts'
import { messageOf, RequestError } from '../../browser/request/request-error.ts'
import type { DescribeProblem } from './describe-flow.ts'

/** Failures of the language model alone. */
const OF_THE_MODEL: readonly (ErrorCode | undefined)[] = [
  'suggestion_too_slow',
  'suggestion_refused',
  'suggestion_unusable',
  'suggestions_busy',
  'suggestions_away',
]

/** Finds the words for a refused call, and their place. */
export function describeProblem(error: unknown): DescribeProblem {
  const known = error instanceof RequestError ? error : null
  const ofField = known?.fieldMessage('sentence') ?? null
  return {
    message: ofField ?? messageOf(error),
    atField: ofField !== null,
    simpler: OF_THE_MODEL.some((code) => code === known?.error?.code),
  }
}
