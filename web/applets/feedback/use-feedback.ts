import { useRef, useState } from 'react'
import { api } from '../../browser/api/api-calls.ts'
import { report } from '../../browser/report/error-report.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import {
  ASKING,
  feedbackFlow,
  type FeedbackEvent,
  type FeedbackState,
  type FeedbackTransition,
} from './feedback-flow.ts'

/** Sends the flow's records one after the other, so that the last one is kept. */
export function useFeedback(appletId: number): { state: FeedbackState; send: (event: FeedbackEvent) => void } {
  const [state, setState] = useState(ASKING)
  const current = useRef(ASKING)
  const sent = useRef(Promise.resolve())

  function send(event: FeedbackEvent) {
    const next = feedbackFlow(current.current, event)
    current.current = next.state
    setState(next.state)
    const { record } = next
    if (record) sent.current = sent.current.then(() => post(record))
  }

  async function post({ kind, input }: NonNullable<FeedbackTransition['record']>) {
    try {
      await api.giveFeedback(appletId, input)
    } catch (error) {
      // A failed call is reported where it fails; nothing is shown (§8).
      if (!(error instanceof RequestError)) report(error)
      if (kind === 'partial') send({ type: 'partialFailed' })
    }
  }

  return { state, send }
}
