import { useState } from 'react'
import type { SessionRow } from '../../../worker/contract/accounts/me.ts'
import { api } from '../../browser/api/api-calls.ts'
import { unlessGone } from '../../browser/request/request-error.ts'
import { usePresses } from '../../ui/press/use-presses.ts'

/** What ends all sessions but this one, among the ids of sessions. */
export const OTHERS = 'others'

/** Ends sessions, one at a time. A session that is already gone counts as ended. */
export function useSessions(rows: readonly SessionRow[]) {
  const [sessions, setSessions] = useState(rows)
  const presses = usePresses(async (which: string) => {
    await (which === OTHERS ? api.endOtherSessions() : api.endSession(which).catch(unlessGone))
    setSessions((live) => without(live, which))
  })
  return { sessions, presses }
}

/** The current device is never ended here; that is signing out. */
export function without(sessions: readonly SessionRow[], which: string): SessionRow[] {
  return sessions.filter(({ id, current }) => current || (which !== OTHERS && id !== which))
}
