import { comparisonOf } from '../../../worker/contract/drafts/conditions-code.ts'
import { setWhen } from '../../../worker/contract/drafts/draft-steps.ts'
import type { DraftChange, DraftCondition, DraftView } from '../../../worker/contract/drafts/draft.ts'
import { ingredientsOfEvent, type IngredientGroup } from '../fields/step-ingredients.ts'
import { firstOperator } from './condition-words.ts'

/** The condition that is filled in next, on the first ingredient; null where no step gives any. */
export function newCondition(groups: readonly IngredientGroup[]): DraftCondition | null {
  const ingredient = groups[0]?.ingredients[0]
  if (!ingredient) return null
  return { ingredient: ingredient.filter_name, operator: firstOperator(comparisonOf(ingredient.type)), value: '' }
}

/** Adds "Only if …" with a condition to fill in; null where no step gives anything to compare. */
export function beginConditions({ steps }: Pick<DraftView, 'steps'>): DraftChange | null {
  const condition = newCondition(ingredientsOfEvent(steps))
  return condition && setWhen({ kind: 'form', match: 'all', conditions: [condition] })
}
