import { comparisonOf } from '../../../worker/contract/drafts/conditions-code.ts'
import type { DraftCondition } from '../../../worker/contract/drafts/draft.ts'
import type { IngredientGroup } from '../fields/step-ingredients.ts'
import { firstOperator } from './condition-words.ts'

/** The condition that is filled in next, on the first ingredient; null where no step gives any. */
export function newCondition(groups: readonly IngredientGroup[]): DraftCondition | null {
  const ingredient = groups[0]?.ingredients[0]
  if (!ingredient) return null
  return { ingredient: ingredient.filter_name, operator: firstOperator(comparisonOf(ingredient.type)), value: '' }
}
