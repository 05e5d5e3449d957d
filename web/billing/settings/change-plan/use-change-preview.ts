import { useEffect, useState } from 'react'
import type { BookablePrice, ChangePreview } from '../../../../worker/contract/billing/booked-change.ts'
import { messageOf } from '../../../browser/request/request-error.ts'
import { billingCalls } from '../overview/billing-calls.ts'

type PreviewState = { kind: 'asking' } | { kind: 'ready'; preview: ChangePreview } | { kind: 'failed'; message: string }

/** Loads what a change costs, on mount and after a failure once more. */
export function useChangePreview({ plan, interval }: BookablePrice) {
  const [state, setState] = useState<PreviewState>({ kind: 'asking' })
  const asking = state.kind === 'asking'
  useEffect(() => {
    if (!asking) return undefined
    let left = false
    billingCalls.changePreview({ plan, interval }).then(
      (preview) => left || setState({ kind: 'ready', preview }),
      (error: unknown) => left || setState({ kind: 'failed', message: messageOf(error) }),
    )
    return () => {
      left = true
    }
  }, [asking, plan, interval])
  return { state, retry: () => setState({ kind: 'asking' }) }
}
