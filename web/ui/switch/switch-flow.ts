/*
 * A switch that shows what the user wants, even before the server has it:
 *
 *   settled ──toggled──▶ saving ──succeeded──▶ settled          (wanted what was sent)
 *      ▲                  │  │ └───────────────▶ saving again    (the user wants something else: the last intent wins)
 *      │                  │  └──toggled──▶ saving, with another wish; nothing is sent until the answer arrives
 *      └──failed: back to the saved state with §8's message; with another wish, saving again
 *
 * `hidden`: the user may be leaving, so another wish is sent without waiting for the answer.
 * `read` is a change from another tab or device. It is outdated while a save is under way.
 */
export type SwitchState =
  | { kind: 'settled'; on: boolean }
  | { kind: 'saving'; on: boolean; sent: boolean; saved: boolean }
export type SwitchEvent = { type: 'toggled' | 'read'; on: boolean } | { type: 'succeeded' | 'failed' | 'hidden' }
type SwitchEffect = { do: 'save'; on: boolean } | { do: 'flash' }
type SwitchTransition = { state: SwitchState; effect: SwitchEffect | null }

export function switchFlow(state: SwitchState, event: SwitchEvent): SwitchTransition {
  if (state.kind === 'settled') {
    if (event.type === 'read') return stay({ kind: 'settled', on: event.on })
    return event.type === 'toggled' && event.on !== state.on ? save(event.on, state.on) : stay(state)
  }
  switch (event.type) {
    case 'read':
      return stay(state)
    case 'hidden':
      return state.on === state.sent ? stay(state) : save(state.on, state.saved)
    case 'toggled':
      return stay({ ...state, on: event.on })
    case 'succeeded':
      return state.on === state.sent ? stay({ kind: 'settled', on: state.on }) : save(state.on, state.sent)
    case 'failed':
      // A failed call may have been saved anyway, so another wish is sent even if it matches the last saved state.
      if (state.on !== state.sent) return save(state.on, state.saved)
      return { state: { kind: 'settled', on: state.saved }, effect: { do: 'flash' } }
  }
}

function save(on: boolean, saved: boolean): SwitchTransition {
  return { state: { kind: 'saving', on, sent: on, saved }, effect: { do: 'save', on } }
}

function stay(state: SwitchState): SwitchTransition {
  return { state, effect: null }
}
