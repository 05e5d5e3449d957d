import { useEffect, useRef, useState } from 'react'
import { appletPath, resetLoginPath, safeReturnTo } from '../../../worker/contract/addresses.ts'
import type { AppletForViewer, LiveConfiguration } from '../../../worker/contract/applets/applet.ts'
import { api } from '../../browser/api/api-calls.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { whenHidden } from '../../browser/observe/when-hidden.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { CONNECTION_NOT_UPDATED, CONNECTION_UPDATED } from '../words/applet-words.ts'
import { isOutdated, refusalWords } from '../words/refusal-words.ts'
import {
  configurationsReducer,
  isDisabled,
  resting,
  type Change,
  type ConfigurationsEvent,
} from './configurations-flow.ts'
import type { Connect } from '../connect/driver/use-connect.ts'

/** Switches features one at a time and flashes the outcome in the words of §8. */
export function useConfigurations({ state: { applet }, send, store }: Connect, { configurations }: AppletForViewer) {
  const [state, setState] = useState(() => resting(configurations.map(changeOf)))
  const current = useRef(state)
  const flash = useFlash()

  function dispatch(event: ConfigurationsEvent) {
    const { attempt } = current.current
    current.current = configurationsReducer(current.current, event)
    setState(current.current)
    if (current.current.kind === 'saving' && current.current.attempt !== attempt)
      void save(current.current.sending, current.current.attempt)
  }

  async function save(change: Change, attempt: number) {
    try {
      const answer = await api.updateConfigurations(applet.id, [change])
      dispatch({ type: 'accepted', attempt, now: answer.normalized_applet_configurations.map(changeOf) })
      send({ type: 'viewerRead', attempt: store.get().attempt, viewer: answer.applet })
      if (current.current.kind === 'resting') flash('success', CONNECTION_UPDATED)
    } catch (error) {
      dispatch({ type: 'refused', attempt })
      explain(error instanceof RequestError ? error : null)
    }
  }

  /**
   * A feature that needs configuration or fails validation leads to the edit path, which shows the error itself (§8).
   */
  function explain(refusal: RequestError | null) {
    const { code, message = CONNECTION_NOT_UPDATED, redirect_to } = refusal?.error ?? {}
    if (code === 'not_signed_in') return goTo(resetLoginPath(appletPath(applet)))
    const to = safeReturnTo(redirect_to)
    if (to === null) {
      flash('danger', refusalWords(refusal, CONNECTION_NOT_UPDATED))
      // Another tab or device changed it, so the server has the current state.
      return isOutdated(refusal) ? send({ type: 'returned' }) : undefined
    }
    if (code === 'needs_configuration') leaveFlash({ type: 'danger', message })
    return goTo(to)
  }

  useEffect(() => {
    current.current = configurationsReducer(current.current, { type: 'read', now: configurations.map(changeOf) })
    setState(current.current)
  }, [configurations])

  // Sends the waiting changes when the user leaves, one call each, because any of them may be refused.
  useEffect(
    () =>
      whenHidden(() => {
        const waiting = current.current.kind === 'saving' ? current.current.waiting : []
        for (const change of waiting) void api.updateConfigurations(applet.id, [change]).catch(() => null)
      }),
    [applet.id],
  )

  return {
    isOn: (slug: string) => !isDisabled(state, slug),
    turn: (slug: string, on: boolean) => dispatch({ type: 'switched', change: { slug, disabled: !on } }),
  }
}

function changeOf({ slug, live_configurations: [live] }: LiveConfiguration): Change {
  return { slug, disabled: live?.disabled ?? false }
}
