import { useEffect, useReducer } from 'react'
import type { Stripe } from '@stripe/stripe-js'
import { report } from '../../browser/report/error-report.ts'
import { after } from '../../browser/time/timers.ts'
import { loadStripeJs, type StripeSource } from './load-stripe.ts'
import { LOADING, STRIPE_PATIENCE, stripeReducer, type StripeEvent, type StripeState } from './load-stripe-flow.ts'

/** Loads Stripe.js on mount. When `missing`, the page says so and offers `retry`. */
export function useStripe({ publishable_key, stripe_js_url }: StripeSource) {
  const [state, send] = useReducer<StripeState<Stripe>, [StripeEvent<Stripe>]>(stripeReducer, LOADING)
  const { attempt } = state
  useEffect(() => {
    let left = false
    const tell = (event: StripeEvent<Stripe>) => {
      if (!left) send(event)
    }
    const stop = after(STRIPE_PATIENCE, () => tell({ type: 'elapsed', attempt }))
    loadStripeJs({ publishable_key, stripe_js_url })
      .then((stripe) => tell({ type: 'loaded', stripe }))
      .catch((error: unknown) => {
        report(error)
        tell({ type: 'failed', attempt })
      })
    return () => {
      left = true
      stop()
    }
  }, [attempt, publishable_key, stripe_js_url])
  return {
    stripe: state.kind === 'ready' ? state.stripe : null,
    missing: state.kind === 'missing',
    retry: () => send({ type: 'retried' }),
  }
}
