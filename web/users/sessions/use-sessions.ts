import { useRef, useState } from 'react'
import type { SessionRow } from '../../../worker/contract/accounts/me.ts'
import { api } from '../../browser/api/api-calls.ts'
import { unlessGone } from '../../browser/request/request-error.ts'
import { sentenceOf } from '../../ui/form/form-problem.ts'
import { listed, sessionsReducer, type SessionsEvent, type Which } from './sessions-flow.ts'

/** Ends sessions. A session that is already gone counts as ended. */
export function useSessions(rows: readonly SessionRow[]) {
  const [state, setState] = useState(() => listed(rows))
  const current = useRef(state)
  function dispatch(event: SessionsEvent) {
    current.current = sessionsReducer(current.current, event)
    setState(current.current)
  }
  async function end(which: Which) {
    if (current.current.kind === 'ending') return
    dispatch({ type: 'pressed', which })
    try {
      await (which.kind === 'others' ? api.endOtherSessions() : api.endSession(which.id).catch(unlessGone))
      dispatch({ type: 'ended' })
    } catch (error) {
      dispatch({ type: 'refused', message: sentenceOf(error) })
    }
  }
  return { state, end }
}
