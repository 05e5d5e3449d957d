import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import { safeReturnTo } from '../../../worker/contract/addresses.ts'
import { api } from '../../browser/api/api-calls.ts'
import { ownPath } from '../../browser/navigation/page-address.ts'
import { after } from '../../browser/time/timers.ts'
import { messageOf, RequestError } from '../../browser/request/request-error.ts'
import { activationReturningTo } from '../activation-return.ts'
import { LOADING, optionsReducer, type OptionsState } from './options-flow.ts'

/** After so many ms without another letter, a search is sent. */
const TYPING_PAUSE = 300

/**
 * The options that a service lists for a field (§3), from this account; null means the first account. `onListed` gets
 * each list. Another address is asked when it has not changed for a moment, null never.
 */
export function useOptions(
  resolveUrl: string | null,
  account: string | null,
  onListed: (options: readonly FieldOption[]) => void = () => {},
): { state: OptionsState; ask: () => void } {
  const [state, send] = useReducer(optionsReducer, LOADING)
  const { kind, attempt } = state
  const tell = useEffectEvent(onListed)
  const [asked, setAsked] = useState(resolveUrl)
  if (asked !== resolveUrl) {
    setAsked(resolveUrl)
    send({ type: 'asked' })
  }

  useEffect(() => {
    if (kind !== 'loading' || resolveUrl === null) return
    const load = () =>
      api
        .storedFieldsOptions(resolveUrl, account ?? undefined)
        .then(({ options, pick_path: pickPath }) => {
          tell(options)
          return send({ type: 'loaded', attempt, options, pickPath })
        })
        .catch((error: unknown) =>
          send({ type: 'failed', attempt, message: messageOf(error), reconnectPath: reconnectPathIn(error) }),
        )
    return after(attempt === 0 ? 0 : TYPING_PAUSE, load)
  }, [kind, attempt, resolveUrl, account])

  return { state, ask: () => send({ type: 'asked' }) }
}

/** Where the server says that the connection is repaired, returning to this page. */
function reconnectPathIn(error: unknown): string | null {
  const to = error instanceof RequestError ? safeReturnTo(error.error?.redirect_to) : null
  return to === null ? null : activationReturningTo(to, ownPath())
}
