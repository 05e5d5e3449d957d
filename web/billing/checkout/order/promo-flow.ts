import type { PromoAnswer } from '../../../../worker/contract/billing/checkout.ts'

/**
 * §4.4.
 *
 *   closed ──opened──▶ entered ──applied──▶ applying ──accepted──▶ valid (input locked, success copy)
 *                        ▲ ▲                  │  └────refused────▶ invalid
 *                        │ └──────edited──────┴── invalid ◀─┘        │
 *                        └──removed── valid      └──────applied──────┘
 *
 * A campaign's code begins as `applying`. The payment may refuse a valid code, or find that it is for the other interval:
 * `cleared` makes it invalid (§5). An empty code is not applied. An answer for text
 * that was edited since is dropped by its attempt.
 */
export type PromoState = { attempt: number } & (
  | { kind: 'closed' }
  | { kind: 'entered' | 'applying'; code: string }
  | { kind: 'valid'; code: string; answer: PromoAnswer }
  | { kind: 'invalid'; code: string; message: string }
)

export type PromoEvent =
  | { type: 'opened' | 'applied' | 'removed' }
  | { type: 'cleared'; message: string }
  | { type: 'edited'; code: string }
  | { type: 'accepted'; attempt: number; answer: PromoAnswer }
  | { type: 'refused'; attempt: number; message: string }

export const NO_PROMO: PromoState = { kind: 'closed', attempt: 0 }

/** A campaign's code is applied without a press. */
export function offeredPromo(code: string): PromoState {
  return { kind: 'applying', attempt: 1, code }
}

export function promoReducer(state: PromoState, event: PromoEvent): PromoState {
  const { attempt } = state
  switch (event.type) {
    case 'opened':
      return state.kind === 'closed' ? { kind: 'entered', attempt, code: '' } : state
    case 'edited':
      // A valid code is locked.
      return state.kind === 'closed' || state.kind === 'valid' ? state : { kind: 'entered', attempt, code: event.code }
    case 'applied':
      return canApplyPromo(state) ? { kind: 'applying', attempt: attempt + 1, code: state.code } : state
    case 'removed':
      return state.kind === 'valid' ? { kind: 'entered', attempt, code: '' } : state
    case 'cleared':
      return state.kind === 'valid' ? { kind: 'invalid', attempt, code: state.code, message: event.message } : state
    default:
      if (state.kind !== 'applying' || event.attempt !== attempt) return state
      return event.type === 'accepted'
        ? { kind: 'valid', attempt, code: state.code, answer: event.answer }
        : { kind: 'invalid', attempt, code: state.code, message: event.message }
  }
}

/** Apply is disabled while the field is empty, applying or already valid (§5). */
export function canApplyPromo(state: PromoState): state is PromoState & { kind: 'entered' | 'invalid' } {
  return (state.kind === 'entered' || state.kind === 'invalid') && state.code.trim() !== ''
}
