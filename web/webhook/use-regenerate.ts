import { useReducer } from 'react'
import type { AppletOfUser } from '../../worker/contract/applets/applet.ts'
import { api } from '../api/api-calls.ts'
import { problemOf } from '../ui/form/form-problem.ts'
import { useFlash } from '../ui/flash/use-flash.tsx'
import { regenerateReducer } from './regenerate-flow.ts'

/** Asks, replaces the webhook URL and flashes the outcome. `onReplaced` gets the Applet with the new URL. */
export function useRegenerate(appletId: number, onReplaced: (applet: AppletOfUser) => void) {
  const [state, send] = useReducer(regenerateReducer, { kind: 'shown' })
  const flash = useFlash()

  async function confirm(): Promise<void> {
    if (state.kind !== 'asking') return
    send({ type: 'confirmed' })
    try {
      const { applet } = await api.regenerateHookUrl(appletId)
      send({ type: 'replaced' })
      onReplaced(applet)
      flash('success', 'Your webhook has a new URL.')
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
