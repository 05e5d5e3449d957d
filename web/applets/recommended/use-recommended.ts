import { useEffect, useReducer, type RefObject } from 'react'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { RECOMMENDED_APPLETS } from '../../../worker/contract/graphql/graphql-documents.ts'
import { RECOMMENDED_WIDTH, RESIZE_DEBOUNCE } from '../../../worker/contract/limits.ts'
import { matchesMedia, onMediaChange } from '../../browser/observe/media.ts'
import { debounced } from '../../browser/time/timers.ts'
import { whenScrolledPast } from '../../browser/observe/when-scrolled-past.ts'
import { askGraphql } from '../../browser/api/graphql-client.ts'
import { begin, countFor, recommendedReducer, type RecommendedState } from './recommended-flow.ts'

const WIDE = `(width >= ${RECOMMENDED_WIDTH}px)`

/** Requests Applets that fit the Applet's services, and more when the page becomes wide (§7 Recommended). */
export function useRecommended(
  { id, step_services }: Applet,
  slot: RefObject<Element | null>,
): { state: RecommendedState; retry: () => void } {
  const [state, send] = useReducer(recommendedReducer, null, () => begin(countFor(matchesMedia(WIDE))))
  const { kind, attempt, asked } = state

  useEffect(() => {
    const variables = { module_names: step_services.map((each) => each.module_name), count: asked, except: id }
    askGraphql(RECOMMENDED_APPLETS, { recommended_applets_for_channels: 'list' }, variables).then(
      ({ recommended_applets_for_channels: applets }) => send({ type: 'answered', attempt, applets }),
      () => send({ type: 'failed', attempt }),
    )
  }, [attempt, asked, id, step_services])

  // Runs after each answer, once it is rendered.
  useEffect(() => {
    if (kind === 'asking' || !slot.current) return undefined
    return whenScrolledPast(slot.current, () => send({ type: 'leftBehind' }))
  }, [kind, slot])

  useEffect(() => {
    const resize = debounced(RESIZE_DEBOUNCE, () => send({ type: 'resized', count: countFor(matchesMedia(WIDE)) }))
    const stop = onMediaChange(WIDE, resize.call)
    return () => {
      stop()
      resize.cancel()
    }
  }, [])
  return { state, retry: () => send({ type: 'retried' }) }
}
