import { useEffect, useReducer } from 'react'
import type { DowngradePreview } from '../../../../worker/contract/billing/downgrade.ts'
import { messageOf } from '../../../browser/request/request-error.ts'
import { billingCalls } from '../overview/billing-calls.ts'
import { previewReducer, type PreviewEvent, type PreviewState } from '../interval-switch/interval-switch-flow.ts'

type State = PreviewState<DowngradePreview>
const ASKING: State = { kind: 'asking', attempt: 1 }
const reducer: (state: State, event: PreviewEvent<DowngradePreview>) => State = previewReducer

/** Loads what a downgrade changes on mount. */
export function useDowngradePreview() {
  const [state, send] = useReducer(reducer, ASKING)
  const { attempt } = state
  useEffect(() => {
    let left = false
    billingCalls.downgradePreview().then(
      (preview) => left || send({ type: 'previewed', attempt, preview }),
      (error: unknown) => left || send({ type: 'failed', attempt, message: messageOf(error) }),
    )
    return () => {
      left = true
    }
  }, [attempt])
  return { state, retry: () => send({ type: 'retried' }) }
}
