import { messageOf, RequestError } from '../../browser/request/request-error.ts'
import type { DescribeProblem } from './describe-flow.ts'

/** Finds the words for a refused call, and their place. */
export function describeProblem(error: unknown): DescribeProblem {
  const known = error instanceof RequestError ? error : null
  const ofField = known?.fieldMessage('sentence') ?? null
  return {
    message: ofField ?? messageOf(error),
    atField: ofField !== null,
  }
}
