import { useEffect, useReducer } from 'react'
import { api } from '../../api/api-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { LOADING, optionsReducer, type OptionsState } from './options-flow.ts'

/** The options that a service lists for a field (§3), from this account; null means the first account. */
export function useOptions(resolveUrl: string, account: string | null): { state: OptionsState; ask: () => void } {
  const [state, send] = useReducer(optionsReducer, LOADING)
  const { kind, attempt } = state

  useEffect(() => {
    if (kind !== 'loading') return
    api
      .storedFieldsOptions(resolveUrl, account ?? undefined)
      .then(({ options }) => send({ type: 'loaded', attempt, options }))
      .catch((error: unknown) => send({ type: 'failed', attempt, message: messageOf(error) }))
  }, [kind, attempt, resolveUrl, account])

  return { state, ask: () => send({ type: 'asked' }) }
}
