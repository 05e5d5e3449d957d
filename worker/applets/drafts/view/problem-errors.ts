import type { DraftProblem } from '../../../contract/drafts/draft.ts'
import type { FieldError } from '../../../contract/errors.ts'

/** A refusal's errors for what is wrong with a draft: `attribute` is the step, and its field. */
export function problemErrors(problems: readonly DraftProblem[]): FieldError[] {
  return problems.map(({ step, field, line, message }) => ({
    attribute: field === null ? step : `${step}.${field}`,
    message,
    ...(line !== null && { data: { line } }),
  }))
}
