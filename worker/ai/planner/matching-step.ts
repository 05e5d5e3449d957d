import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { StepIndex } from '../../services/catalog/steps/step-index.ts'
import { comparisonIn, isPlain } from './read-conditions.ts'
import type { ConditionClause } from './take-conditions.ts'

type Matching = { step: KnownStep; fields: Record<string, string>; others: ConditionClause[] }

/**
 * The trigger that looks for a phrase itself, in place of one of the same service with the same ingredients and a
 * condition. Null where there is none, or where no clause says a phrase of any text.
 */
export function matchingStep(index: StepIndex, of: KnownStep, clauses: readonly ConditionClause[]): Matching | null {
  const known = index.steps.find(
    ({ step }) =>
      step.kind === 'trigger' && step.service === of.service && step.fields.some(({ slug }) => slug === 'phrase'),
  )
  const phrased = clauses.map((clause) => ({ clause, comparison: comparisonIn(clause) }))
  const found = phrased.find(
    ({ comparison }) =>
      comparison?.operator === 'contains' && comparison.values.length === 1 && comparison.names.every(isPlain),
  )
  if (!known || !found?.comparison) return null
  return {
    step: known.step,
    fields: { phrase: found.comparison.values.join(' ') },
    others: clauses.filter((each) => each !== found.clause),
  }
}
