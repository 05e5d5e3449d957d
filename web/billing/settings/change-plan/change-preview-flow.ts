import type { ChangePreview } from '../../../../worker/contract/billing/booked-change.ts'

/**
 *   asking(attempt) ──previewed──▶ ready        failed ──retried──▶ asking(attempt + 1)
 *          └──────────failed──────▶ failed
 *
 * Only the answer to the last question counts.
 */
export type PreviewState = { attempt: number } & (
  | { kind: 'asking' }
  | { kind: 'ready'; preview: ChangePreview }
  | { kind: 'failed'; message: string }
)
export type PreviewEvent =
  | { type: 'previewed'; attempt: number; preview: ChangePreview }
  | { type: 'failed'; attempt: number; message: string }
  | { type: 'retried' }

export const ASKING: PreviewState = { kind: 'asking', attempt: 1 }

export function previewReducer(state: PreviewState, event: PreviewEvent): PreviewState {
  if (event.type === 'retried') {
    return state.kind === 'failed' ? { kind: 'asking', attempt: state.attempt + 1 } : state
  }
  const { attempt } = state
  if (state.kind !== 'asking' || event.attempt !== attempt) return state
  return event.type === 'previewed'
    ? { kind: 'ready', attempt, preview: event.preview }
    : { kind: 'failed', attempt, message: event.message }
}
