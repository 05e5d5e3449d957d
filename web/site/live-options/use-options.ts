import { useEffect, useReducer } from 'react'
import { safeReturnTo } from '../../../worker/contract/addresses.ts'
import { api } from '../../browser/api/api-calls.ts'
import { ownPath } from '../../browser/navigation/page-address.ts'
import { messageOf, RequestError } from '../../browser/request/request-error.ts'
import { activationReturningTo } from '../activation-return.ts'
import { LOADING, optionsReducer, type OptionsState } from './options-flow.ts'

/** The options that a service lists for a field (§3), from this account; null means the first account. */
export function useOptions(resolveUrl: string, account: string | null): { state: OptionsState; ask: () => void } {
  const [state, send] = useReducer(optionsReducer, LOADING)
  const { kind, attempt } = state

  useEffect(() => {
    if (kind !== 'loading') return
    api
      .storedFieldsOptions(resolveUrl, account ?? undefined)
      .then(({ options, pick_path: pickPath }) => send({ type: 'loaded', attempt, options, pickPath }))
      .catch((error: unknown) =>
        send({ type: 'failed', attempt, message: messageOf(error), reconnectPath: reconnectPathIn(error) }),
      )
  }, [kind, attempt, resolveUrl, account])

  return { state, ask: () => send({ type: 'asked' }) }
}

/** Where the server says that the connection is repaired, returning to this page. */
function reconnectPathIn(error: unknown): string | null {
  const to = error instanceof RequestError ? safeReturnTo(error.error?.redirect_to) : null
  return to === null ? null : activationReturningTo(to, ownPath())
}
