import { useReducer } from 'react'
import type { AppletOfUser } from '../../../worker/contract/applets/applet.ts'
import type { SecretAddressKind } from '../../../worker/contract/hooks/secret-address.ts'
import { starterApi } from '../../browser/api/starter-calls.ts'
import { problemOf } from '../../ui/form/form-problem.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { ADDRESS_WORDS } from './address-words.ts'
import { regenerateReducer } from './regenerate-flow.ts'

/** Asks, replaces a secret address and flashes the outcome. `onReplaced` gets the Applet with the new one. */
export function useRegenerate(appletId: number, kind: SecretAddressKind, onReplaced: (applet: AppletOfUser) => void) {
  const [state, send] = useReducer(regenerateReducer, { kind: 'shown' })
  const flash = useFlash()

  async function confirm(): Promise<void> {
    if (state.kind !== 'asking') return
    send({ type: 'confirmed' })
    try {
      const { applet } = await starterApi.regenerateAddress(appletId, kind)
      send({ type: 'replaced' })
      onReplaced(applet)
      flash('success', ADDRESS_WORDS[kind].replaced)
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
