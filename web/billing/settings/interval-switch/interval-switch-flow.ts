import type { SwitchPreview } from '../../../../worker/contract/billing/billing-overview.ts'

/**
 *   asking(attempt) ──previewed──▶ ready        failed ──retried──▶ asking(attempt + 1)
 *          └──────────failed──────▶ failed
 *
 * Only the answer to the last question counts.
 */
export type PreviewState<Preview = SwitchPreview> = { attempt: number } & (
  | { kind: 'asking' }
  | { kind: 'ready'; preview: Preview }
  | { kind: 'failed'; message: string }
)
export type PreviewEvent<Preview = SwitchPreview> =
  | { type: 'previewed'; attempt: number; preview: Preview }
  | { type: 'failed'; attempt: number; message: string }
  | { type: 'retried' }

export const ASKING: PreviewState = { kind: 'asking', attempt: 1 }

export function previewReducer<Preview = SwitchPreview>(
  state: PreviewState<Preview>,
  event: PreviewEvent<Preview>,
): PreviewState<Preview> {
  if (event.type === 'retried') {
    return state.kind === 'failed' ? { kind: 'asking', attempt: state.attempt + 1 } : state
  }
  const { attempt } = state
  if (state.kind !== 'asking' || event.attempt !== attempt) return state
  return event.type === 'previewed'
    ? { kind: 'ready', attempt, preview: event.preview }
    : { kind: 'failed', attempt, message: event.message }
}
