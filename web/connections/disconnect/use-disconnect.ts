import { useState } from 'react'
import type { ConnectedAccount } from '../../../worker/contract/connections/service.ts'
import { api } from '../../browser/api/api-calls.ts'
import { unlessGone } from '../../browser/request/request-error.ts'
import { after } from '../../browser/time/timers.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { useQuestion } from '../../ui/press/use-question.ts'

/** Asks, disconnects and flashes the outcome. An account that is already gone counts as disconnected. */
export function useDisconnect(given: readonly ConnectedAccount[]) {
  const [connections, setConnections] = useState(given)
  const [account, setAccount] = useState<ConnectedAccount | null>(null)
  const flash = useFlash()
  const question = useQuestion(async () => {
    if (!account) return
    await api.disconnect(account.id).catch(unlessGone)
    setConnections((listed) => listed.filter(({ id }) => id !== account.id))
    // A message renders at once. Before the question closes, the list behind it could not take the focus.
    after(0, () => flash('success', `${account.service.name} (${account.account_name}) is disconnected.`))
  })
  return {
    connections,
    ask(asked: ConnectedAccount) {
      setAccount(asked)
      question.ask()
    },
    dialog: { ...question.dialog, account },
  }
}
