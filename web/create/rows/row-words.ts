import type { StepKind } from '../../../worker/contract/connections/service.ts'
import type {
  ConditionOperator,
  DraftCondition,
  DraftStepState,
  DraftStepView,
  DraftWhen,
} from '../../../worker/contract/drafts/draft.ts'

/** The prompt of an empty row. */
export const EMPTY_ROW_WORDS: Record<StepKind, string> = {
  trigger: 'Choose what starts it',
  query: 'Choose what to look up',
  action: 'Choose what it does',
}

/** The words for a missing part, beside a closed row; null for none. */
export const STATE_WORDS: Record<DraftStepState, string | null> = {
  ready: null,
  needs_account: 'Needs an account',
  needs_fields: 'Not finished',
  not_in_plan: null,
  withdrawn: 'No longer available',
}

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

/** “Only if …” as a sentence, with the names that the steps give to what they report. */
export function whenInWords(when: DraftWhen, steps: readonly DraftStepView[]): string {
  switch (when.kind) {
    case 'always':
      return 'Choose when it runs'
    case 'code':
      return 'Filter code allows it'
    case 'form': {
      if (when.conditions.length === 0) return 'Choose when it runs'
      const word = when.match === 'all' ? ' and ' : ' or '
      return `Only if ${when.conditions.map((condition) => conditionInWords(condition, steps)).join(word)}`
    }
  }
}

function conditionInWords({ ingredient, operator, value }: DraftCondition, steps: readonly DraftStepView[]): string {
  const known = steps.flatMap(({ ingredients }) => ingredients).find(({ filter_name }) => filter_name === ingredient)
  const name = known?.label ?? ingredient.slice(ingredient.lastIndexOf('.') + 1)
  const words = (known?.type.startsWith('date') && DATE_WORDS[operator]) || OPERATOR_WORDS[operator]
  const bare = operator === 'is_empty' || operator === 'is_not_empty'
  return `${name} ${words}${bare ? '' : value === '' ? ' …' : ` “${value}”`}`
}
