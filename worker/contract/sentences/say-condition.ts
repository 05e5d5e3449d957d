import type { ConditionOperator, DraftCondition, DraftWhen } from '../drafts/draft.ts'
import type { SaidPart } from '../shared/said-part.ts'
import { ingredientLabel } from './say-value.ts'
import type { SayContext } from './step-to-say.ts'

/** The words for each comparison in a condition. */
export const OPERATOR_WORDS: Record<ConditionOperator, string> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
  begins_with: 'begins with',
  ends_with: 'ends with',
  more_than: 'is more than',
  less_than: 'is less than',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
}

/** The comparisons that have other words for a date. */
export const DATE_WORDS: Partial<Record<ConditionOperator, string>> = {
  is: 'is on the day',
  is_not: 'is not on the day',
  more_than: 'is after',
  less_than: 'is before',
}

/** “Only if …”, with the names that the steps give to what they report. */
export function sayWhen(when: DraftWhen, context: Pick<SayContext, 'ingredients'>): SaidPart[] {
  switch (when.kind) {
    case 'always':
      return [said('Every time')]
    case 'code':
      return [said('Only if its filter code allows it')]
    case 'form': {
      const between = said(when.match === 'all' ? ' and ' : ' or ')
      const conditions = when.conditions.flatMap((condition, index) => [
        ...(index > 0 ? [between] : []),
        ...sayCondition(condition, context),
      ])
      return conditions.length === 0 ? [said('Every time')] : [said('Only if '), ...conditions]
    }
  }
}

/** One condition, such as “Title contains “urgent””. */
export function sayCondition(
  { ingredient, operator, value }: DraftCondition,
  context: Pick<SayContext, 'ingredients'>,
): SaidPart[] {
  const type = context.ingredients.find(({ filter_name }) => filter_name === ingredient)?.type
  const words = (type?.startsWith('date') && DATE_WORDS[operator]) || OPERATOR_WORDS[operator]
  const name: SaidPart = { kind: 'ingredient', text: ingredientLabel(ingredient, context) }
  if (operator === 'is_empty' || operator === 'is_not_empty') return [name, said(` ${words}`)]
  if (value === '') return [name, said(` ${words} …`)]
  return [name, said(` ${words} “`), { kind: 'value', text: value, yours: false }, said('”')]
}

function said(text: string): SaidPart {
  return { kind: 'text', text }
}
