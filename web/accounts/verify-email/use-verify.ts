import { useEffect, useReducer } from 'react'
import { api } from '../../api/api-calls.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { problemOf } from '../../ui/form/form-problem.ts'
import { CHECKING, verifyReducer, type VerifyEvent } from './verify-flow.ts'

/** Confirms with a POST from the page's script, because mail scanners open links. */
export function useVerify(token: string) {
  const [state, dispatch] = useReducer(verifyReducer, token ? CHECKING : { kind: 'gone' })
  const checking = state.kind === 'checking'
  useEffect(() => {
    if (checking) void confirm(token).then(dispatch)
  }, [checking, token])
  return { state, retry: () => dispatch({ type: 'retried' }) }
}

async function confirm(token: string): Promise<VerifyEvent> {
  try {
    await api.confirmEmail(token)
    return { type: 'verified' }
  } catch (error) {
    // 422: a used, expired or malformed token.
    if (error instanceof RequestError && error.status === 422) return { type: 'refused' }
    return { type: 'failed', message: problemOf(error, []).message ?? '' }
  }
}
