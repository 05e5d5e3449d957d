/**
 *   editing ──submitted──▶ submitting ──accepted──▶ accepted
 *      ▲                    │      ▲
 *      │                 refused   │
 *      │                    ▼      │
 *      └──edited (last)── refused ─┘ submitted
 *
 * `edited` clears the error of its field. Reports of older attempts are dropped, and so is a submit while one is under
 * way or after one was accepted.
 */
export type Problem = {
  /** Messages by field name. */
  fields: Readonly<Record<string, string>>
  /** The message that belongs to no field. */
  message: string | null
}
export type FormState = { attempt: number } & (
  | { kind: 'editing' | 'submitting' | 'accepted' }
  | { kind: 'refused'; problem: Problem }
)
export type FormEvent =
  | { type: 'submitted' }
  | { type: 'edited'; field: string }
  | { type: 'accepted'; attempt: number }
  | { type: 'refused'; attempt: number; problem: Problem }

export const EDITING: FormState = { kind: 'editing', attempt: 0 }

export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'submitted':
      return state.kind === 'submitting' || state.kind === 'accepted'
        ? state
        : { kind: 'submitting', attempt: state.attempt + 1 }
    case 'edited':
      return state.kind === 'refused' ? withoutField(state, event.field) : state
    default:
      if (state.kind !== 'submitting' || event.attempt !== state.attempt) return state
      return event.type === 'accepted'
        ? { kind: 'accepted', attempt: state.attempt }
        : { kind: 'refused', attempt: state.attempt, problem: event.problem }
  }
}

function withoutField(state: FormState & { kind: 'refused' }, field: string): FormState {
  const { message, fields } = state.problem
  if (!(field in fields)) return state
  const left = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field))
  if (message === null && Object.keys(left).length === 0) return { kind: 'editing', attempt: state.attempt }
  return { ...state, problem: { message, fields: left } }
}

const NO_PROBLEM: Problem = { fields: {}, message: null }

export function problemIn(state: FormState): Problem {
  return state.kind === 'refused' ? state.problem : NO_PROBLEM
}

/** Busy until the next page loads: after success the button must not flicker back. */
export function isBusy(state: FormState): boolean {
  return state.kind === 'submitting' || state.kind === 'accepted'
}
