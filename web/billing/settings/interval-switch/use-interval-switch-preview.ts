import { useEffect, useReducer } from 'react'
import type { BillingInterval } from '../../../../worker/contract/billing/billing-overview.ts'
import { messageOf } from '../../../browser/request/request-error.ts'
import { billingCalls } from '../overview/billing-calls.ts'
import { ASKING, previewReducer } from './interval-switch-flow.ts'

/** Loads the cost of a switch on mount. */
export function useIntervalSwitchPreview(interval: BillingInterval) {
  const [state, send] = useReducer(previewReducer, ASKING)
  const { attempt } = state
  useEffect(() => {
    let left = false
    billingCalls.switchPreview(interval).then(
      (preview) => left || send({ type: 'previewed', attempt, preview }),
      (error: unknown) => left || send({ type: 'failed', attempt, message: messageOf(error) }),
    )
    return () => {
      left = true
    }
  }, [attempt, interval])
  return { state, retry: () => send({ type: 'retried' }) }
}
