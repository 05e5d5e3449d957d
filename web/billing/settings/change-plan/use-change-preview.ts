import { useEffect, useReducer } from 'react'
import type { BookablePrice } from '../../../../worker/contract/billing/booked-change.ts'
import { messageOf } from '../../../browser/request/request-error.ts'
import { billingCalls } from '../overview/billing-calls.ts'
import { ASKING, previewReducer } from './change-preview-flow.ts'

/** Loads what a change costs, on mount. */
export function useChangePreview({ plan, interval }: BookablePrice) {
  const [state, send] = useReducer(previewReducer, ASKING)
  const { attempt } = state
  useEffect(() => {
    let left = false
    billingCalls.changePreview({ plan, interval }).then(
      (preview) => left || send({ type: 'previewed', attempt, preview }),
      (error: unknown) => left || send({ type: 'failed', attempt, message: messageOf(error) }),
    )
    return () => {
      left = true
    }
  }, [attempt, plan, interval])
  return { state, retry: () => send({ type: 'retried' }) }
}
