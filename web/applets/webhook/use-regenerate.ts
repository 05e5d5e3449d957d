import { useReducer } from 'react'
import type { AppletOfUser, AppletResponse } from '../../../worker/contract/applets/applet.ts'
import { problemOf } from '../../ui/form/form-problem.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { regenerateReducer } from './regenerate-flow.ts'

/** `done`: what the user is told then. */
type Deed = { regenerate: () => Promise<AppletResponse>; done: string }

/** Asks, replaces a secret address and flashes the outcome. `onReplaced` gets the Applet with the new one. */
export function useRegenerate({ regenerate, done }: Deed, onReplaced: (applet: AppletOfUser) => void) {
  const [state, send] = useReducer(regenerateReducer, { kind: 'shown' })
  const flash = useFlash()

  async function confirm(): Promise<void> {
    if (state.kind !== 'asking') return
    send({ type: 'confirmed' })
    try {
      const { applet } = await regenerate()
      send({ type: 'replaced' })
      onReplaced(applet)
      flash('success', done)
    } catch (error) {
      send({ type: 'refused', message: problemOf(error, []).message ?? '' })
    }
  }

  return {
    state,
    ask: () => send({ type: 'asked' }),
    cancel: () => send({ type: 'cancelled' }),
    confirm: () => void confirm(),
  }
}
