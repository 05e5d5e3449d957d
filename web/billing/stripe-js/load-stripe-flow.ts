/**
 *   loading ──loaded──▶ ready
 *    ▲   │ failed, elapsed      ▲
 *    │   ▼                      │ loaded (it came late)
 *    └─ missing ────────────────┘
 *    retried
 *
 * What an attempt reports that was given up is dropped, unless it is good news.
 */
export type StripeState<Loaded> =
  | { kind: 'loading'; attempt: number }
  | { kind: 'missing'; attempt: number }
  | { kind: 'ready'; attempt: number; stripe: Loaded }

export type StripeEvent<Loaded> =
  | { type: 'loaded'; stripe: Loaded }
  | { type: 'failed' | 'elapsed'; attempt: number }
  | { type: 'retried' }

export const LOADING = { kind: 'loading', attempt: 1 } as const
/** ms until a script that neither comes nor fails is called missing (a visible message, no dead form). */
export const STRIPE_PATIENCE = 10_000

export function stripeReducer<Loaded>(state: StripeState<Loaded>, event: StripeEvent<Loaded>): StripeState<Loaded> {
  const { attempt } = state
  switch (event.type) {
    case 'loaded':
      return state.kind === 'ready' ? state : { kind: 'ready', attempt, stripe: event.stripe }
    case 'retried':
      return state.kind === 'missing' ? { kind: 'loading', attempt: attempt + 1 } : state
    default:
      return state.kind === 'loading' && event.attempt === attempt ? { kind: 'missing', attempt } : state
  }
}
