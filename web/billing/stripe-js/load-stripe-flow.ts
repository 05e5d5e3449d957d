/**
 *   loading ──loaded──▶ ready
 *    ▲   │ failed, elapsed      ▲
 *    │   ▼                      │ loaded late
 *    └─ missing ────────────────┘
 *    retried
 *
 * A failure of an earlier attempt is dropped; a late success counts.
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
/** After this many ms a script that has not loaded or failed counts as missing. */
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
