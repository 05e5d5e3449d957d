import { useRef, useState } from 'react'
import type { ConnectedAccount } from '../../../worker/contract/connections/service.ts'
import { api } from '../../browser/api/api-calls.ts'
import { unlessGone } from '../../browser/request/request-error.ts'
import { problemOf } from '../../ui/form/form-problem.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { allListed, disconnectReducer, type DisconnectEvent } from './disconnect-flow.ts'

/** Asks, disconnects and flashes the outcome. An account that is already gone counts as disconnected. */
export function useDisconnect(connections: readonly ConnectedAccount[]) {
  const [state, setState] = useState(() => allListed(connections))
  const current = useRef(state)
  const flash = useFlash()
  function dispatch(event: DisconnectEvent) {
    current.current = disconnectReducer(current.current, event)
    setState(current.current)
  }
  async function confirm() {
    const { current: before } = current
    dispatch({ type: 'confirmed' })
    if (before.kind !== 'asking') return
    const { account } = before
    try {
      await api.disconnect(account.id).catch(unlessGone)
      dispatch({ type: 'disconnected' })
      flash('success', `${account.service.name} (${account.account_name}) is disconnected.`)
    } catch (error) {
      dispatch({ type: 'refused', message: problemOf(error, []).message ?? '' })
    }
  }
  return {
    state,
    ask: (account: ConnectedAccount) => dispatch({ type: 'asked', account }),
    cancel: () => dispatch({ type: 'cancelled' }),
    confirm: () => void confirm(),
  }
}
