import { useReducer } from 'react'
import { sentenceOf } from '../form/form-problem.ts'
import { pressReducer, type PressState } from './press-flow.ts'

export type Presses<Deed> = {
  state: PressState<Deed>
  /** Why the last try failed. */
  problem: string | null
  /** Does it at once. */
  press: (deed: Deed) => void
  /** Asks first. */
  ask: (deed: Deed) => void
  confirm: () => void
  decline: () => void
  isWorking: (deed: Deed) => boolean
}

/** The buttons of a part of the page: one works at a time. */
export function usePresses<Deed extends string>(work: (deed: Deed) => Promise<unknown>): Presses<Deed> {
  const [state, send] = useReducer(pressReducer<Deed>, { kind: 'idle', problem: null })

  async function run(deed: Deed) {
    try {
      await work(deed)
      send({ type: 'succeeded' })
    } catch (error) {
      send({ type: 'failed', problem: sentenceOf(error) })
    }
  }
  return {
    state,
    problem: state.kind === 'idle' ? state.problem : null,
    press(deed) {
      if (state.kind !== 'idle') return
      send({ type: 'pressed', deed })
      void run(deed)
    },
    ask: (deed) => send({ type: 'asked', deed }),
    confirm() {
      if (state.kind !== 'asking') return
      send({ type: 'confirmed' })
      void run(state.deed)
    },
    decline: () => send({ type: 'declined' }),
    isWorking: (deed) => state.kind === 'working' && state.deed === deed,
  }
}
