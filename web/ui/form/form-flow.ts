/**
 *   editing ──submitted──▶ submitting ──accepted──▶ accepted
 *      ▲                    │      ▲
 *      │                 refused   │
 *      │                    ▼      │
 *      └──edited (last)── refused ─┘ submitted
 *
 * `edited` clears the error of its field. A submit is dropped while one is under way or after one was accepted.
 */
export type Problem = {
  /** Messages by field name. */
  fields: Readonly<Record<string, string>>
  /** The message that belongs to no field. */
  message: string | null
}
export type FormState = { kind: 'editing' | 'submitting' | 'accepted' } | { kind: 'refused'; problem: Problem }
export type FormEvent =
  | { type: 'submitted' | 'accepted' }
  | { type: 'edited'; field: string }
  | { type: 'refused'; problem: Problem }

export const EDITING: FormState = { kind: 'editing' }

export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'submitted':
      return isBusy(state) ? state : { kind: 'submitting' }
    case 'edited':
      return state.kind === 'refused' ? withoutField(state, event.field) : state
    case 'accepted':
      return state.kind === 'submitting' ? { kind: 'accepted' } : state
    case 'refused':
      return state.kind === 'submitting' ? { kind: 'refused', problem: event.problem } : state
  }
}

function withoutField(state: FormState & { kind: 'refused' }, field: string): FormState {
  const { message, fields } = state.problem
  if (!(field in fields)) return state
  const left = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field))
  if (message === null && Object.keys(left).length === 0) return EDITING
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
