import type { StepKind } from '../../../worker/contract/connections/service.ts'
import type { DraftStepState } from '../../../worker/contract/drafts/draft.ts'

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
