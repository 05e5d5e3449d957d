import type { FeedbackInput } from '../../../worker/contract/feedback/feedback-input.ts'
import type { Opinion } from '../../../worker/contract/feedback/feedback-form.ts'

/*
 *   asking ──answered (Yes, No)──▶ answering ──submitted──▶ thanked
 *                                   │    ▲
 *                                   └────┘ answered, opinionChosen, textChanged
 *
 * The first answer is sent at once as a partial record (§4.5), a later one only if that failed. Submit sends the whole
 * record. Neither blocks the page: a failure is logged and not shown (§8).
 */
export type FeedbackState = { partial: 'unsent' | 'sent' } & (
  | { kind: 'asking' }
  | ({ kind: 'answering' } & Answer)
  | { kind: 'thanked' }
)
type Answer = { like: boolean; opinion: Opinion | null; text: string }

export type FeedbackEvent =
  | { type: 'answered'; like: boolean }
  | { type: 'opinionChosen'; opinion: Opinion }
  | { type: 'textChanged'; text: string }
  /** With the text as `toSuggestion` makes it. */
  | { type: 'submitted'; suggestion: string }
  | { type: 'partialFailed' }

export type FeedbackTransition = {
  state: FeedbackState
  record: { kind: 'partial' | 'whole'; input: FeedbackInput } | null
}

export const ASKING: FeedbackState = { kind: 'asking', partial: 'unsent' }

export function feedbackFlow(state: FeedbackState, event: FeedbackEvent): FeedbackTransition {
  if (event.type === 'partialFailed') return stay({ ...state, partial: 'unsent' })
  if (state.kind === 'thanked') return stay(state)
  if (event.type === 'answered') return answered(state, event.like)
  if (state.kind === 'asking') return stay(state)
  switch (event.type) {
    case 'opinionChosen':
      return stay(state.like ? state : { ...state, opinion: event.opinion })
    case 'textChanged':
      return stay({ ...state, text: event.text })
    case 'submitted':
      if (!maySubmit(state)) return stay(state)
      return {
        state: { kind: 'thanked', partial: 'sent' },
        record: { kind: 'whole', input: wholeRecord(state, event.suggestion) },
      }
  }
}

function answered(state: Exclude<FeedbackState, { kind: 'thanked' }>, like: boolean): FeedbackTransition {
  const before: Answer = state.kind === 'answering' ? state : { like, opinion: null, text: '' }
  const next: FeedbackState = { ...before, kind: 'answering', like, partial: 'sent' }
  return { state: next, record: state.partial === 'sent' ? null : { kind: 'partial', input: { like } } }
}

/** A Yes needs no reason; a No does (§4.5). */
export function maySubmit(state: FeedbackState): boolean {
  return state.kind === 'answering' && (state.like || state.opinion !== null)
}

function wholeRecord({ like, opinion }: Answer, suggestion: string): FeedbackInput {
  return { like, ...(!like && opinion !== null && { opinion }), ...(suggestion && { suggestion }) }
}

function stay(state: FeedbackState): FeedbackTransition {
  return { state, record: null }
}
