import { useEffect, useReducer } from 'react'
import { messageOf } from '../../../browser/request/request-error.ts'
import { ASKING, previewReducer, type PreviewEvent, type PreviewState } from './change-preview-flow.ts'

/** Loads what a change of the plan costs, on mount and whenever `load` is another function. */
export function useChangePreview<Preview>(load: () => Promise<Preview>) {
  const reducer: (state: PreviewState<Preview>, event: PreviewEvent<Preview>) => PreviewState<Preview> = previewReducer
  const [state, send] = useReducer(reducer, ASKING)
  const { attempt } = state
  useEffect(() => {
    let left = false
    load().then(
      (preview) => left || send({ type: 'previewed', attempt, preview }),
      (error: unknown) => left || send({ type: 'failed', attempt, message: messageOf(error) }),
    )
    return () => {
      left = true
    }
  }, [attempt, load])
  return { state, preview: state.kind === 'ready' ? state.preview : null, retry: () => send({ type: 'retried' }) }
}
