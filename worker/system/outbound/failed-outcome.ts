import type { StepOutcome, StepProblem } from '../runner-api/step-outcome.ts'

/** A step's outcome that failed. Unless said otherwise, the other side did nothing and named no status and no time. */
export function failedOutcome(
  problem: Pick<StepProblem, 'failure' | 'message'> & Partial<StepProblem>,
): Extract<StepOutcome<never>, { ok: false }> {
  return { ok: false, problem: { sent: 'no', status: null, retry_after: null, ...problem } }
}
