import type { Comparison } from '../../../worker/contract/drafts/conditions-code.ts'
import type { ConditionOperator } from '../../../worker/contract/drafts/draft.ts'
import { DATE_WORDS, OPERATOR_WORDS } from '../../../worker/contract/sentences/say-condition.ts'

const MEASURED: readonly ConditionOperator[] = ['is', 'is_not', 'more_than', 'less_than', 'is_empty', 'is_not_empty']

/** The questions that may be asked of an ingredient, by how it is compared, in the order of the list. */
const OFFERED: Record<Comparison, readonly ConditionOperator[]> = {
  text: [
    'contains',
    'contains_not',
    'is',
    'is_not',
    'begins_with',
    'ends_with',
    'is_empty',
    'is_not_empty',
    'more_than',
    'less_than',
  ],
  number: MEASURED,
  date: MEASURED,
}

/** The question that a new condition begins with. */
export function firstOperator(comparison: Comparison): ConditionOperator {
  return OFFERED[comparison][0] ?? 'is'
}

/** Where the list says it in other words than the row. */
const WORDS_IN_LIST: Record<Comparison, Partial<Record<ConditionOperator, string>>> = {
  text: { more_than: 'is more than (number)', less_than: 'is less than (number)' },
  number: {},
  date: DATE_WORDS,
}

/** The operators to choose from; one that was chosen before stays among them. */
export function operatorOptions(comparison: Comparison, chosen: ConditionOperator) {
  const offered = new Set([...OFFERED[comparison], chosen])
  const words = { ...OPERATOR_WORDS, ...WORDS_IN_LIST[comparison] }
  return [...offered].map((value) => ({ value, label: words[value] }))
}
