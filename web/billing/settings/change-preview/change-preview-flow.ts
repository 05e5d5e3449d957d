/**
 *   asking(attempt) ──previewed──▶ ready        failed ──retried──▶ asking(attempt + 1)
 *          └──────────failed──────▶ failed
 *
 * Only the answer to the last question counts.
 */
export type PreviewState<Preview> = { attempt: number } & (
  | { kind: 'asking' }
  | { kind: 'ready'; preview: Preview }
  | { kind: 'failed'; message: string }
)
export type PreviewEvent<Preview> =
  | { type: 'previewed'; attempt: number; preview: Preview }
  | { type: 'failed'; attempt: number; message: string }
  | { type: 'retried' }

export const ASKING: PreviewState<never> = { kind: 'asking', attempt: 1 }

export function previewReducer<Preview>(
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
