import type { FieldOption } from '../../../worker/contract/connections/service.ts'

/*
 *   loading ──loaded──▶ loaded (none to choose from: empty)
 *      ▲  └───failed──▶ failed
 *      └── asked (another account, or once more) from every state
 * Answers to older requests are dropped.
 */
/** `options`: the last that were listed, until the next are. */
export type OptionsState = { attempt: number; options: readonly FieldOption[] } & (
  | { kind: 'loading' | 'empty' }
  /** `pickPath`: where its user may pick more; null where they cannot. */
  | { kind: 'loaded'; pickPath: string | null }
  /** `reconnectPath`: where to repair the connection; null when a retry may help. */
  | { kind: 'failed'; message: string; reconnectPath: string | null }
)
export type OptionsEvent =
  | { type: 'asked' }
  | { type: 'loaded'; attempt: number; options: readonly FieldOption[]; pickPath?: string | undefined }
  | { type: 'failed'; attempt: number; message: string; reconnectPath: string | null }

export const LOADING: OptionsState = { kind: 'loading', attempt: 0, options: [] }

export function optionsReducer(state: OptionsState, event: OptionsEvent): OptionsState {
  if (event.type === 'asked') return { kind: 'loading', attempt: state.attempt + 1, options: state.options }
  if (state.kind !== 'loading' || event.attempt !== state.attempt) return state
  const { attempt } = state
  if (event.type === 'failed') {
    const { message, reconnectPath } = event
    return { kind: 'failed', attempt, options: state.options, message, reconnectPath }
  }
  const { options, pickPath = null } = event
  return options.length === 0 ? { kind: 'empty', attempt, options } : { kind: 'loaded', attempt, options, pickPath }
}

/** The options to show in this state; a saved value stays even when the service no longer lists it. */
export function offered(state: OptionsState, saved: string): readonly FieldOption[] {
  const keep = (label: string) => (saved === '' ? [] : [{ label, value: saved }])
  switch (state.kind) {
    case 'loading':
      return keep('Loading…')
    case 'failed':
      return keep('As saved before')
    case 'empty':
      return keep(`${saved} (no longer listed)`)
    case 'loaded':
      return state.options.some(({ value }) => value === saved)
        ? state.options
        : [...keep(`${saved} (no longer listed)`), ...state.options]
  }
}
