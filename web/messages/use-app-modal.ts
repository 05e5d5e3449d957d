import { useEffect, useReducer } from 'react'
import { readerIsBusy } from '../browser/observe/reader-is-busy.ts'
import { localStore } from '../browser/storage/storage.ts'
import { after } from '../browser/time/timers.ts'
import { useSharedState } from '../ui/state/shared-state.ts'
import { useFlashBoard } from '../ui/flash/use-flash.tsx'
import { appModalReducer, WAITING } from './app-modal-flow.ts'
import { appModalMemory } from './app-modal-memory.ts'

/** How long page and reader must have done nothing else, in ms. */
const REST = 1000

/** How the rest of the page is doing. */
export type PageRest = {
  /** Nothing is under way that was begun before. */
  resting: boolean
  /** Whether the page has looked yet at what it has to go on with. */
  hasBegun: () => boolean
}

/** Opens the modal once, when nothing else goes on: no connecting, no message, no dialog, no typing. */
export function useAppModal(appletId: number, sessionId: string, { resting, hasBegun }: PageRest) {
  const [{ kind }, send] = useReducer(appModalReducer, WAITING)
  const flashes = useSharedState(useFlashBoard())
  const quiet = kind === 'waiting' && resting && flashes.items.length === 0

  useEffect(() => {
    if (!quiet) return undefined
    const memory = appModalMemory(localStore, appletId, sessionId)
    return whenReady(
      () => hasBegun() && !readerIsBusy(),
      () => {
        send({ type: memory.wasShown() ? 'shownBefore' : 'rested' })
        memory.remember()
      },
    )
  }, [quiet, appletId, sessionId, hasBegun])

  return { open: kind === 'open', close: () => send({ type: 'closed' }) }
}

/** Looks again after each rest until it is time. The answer gives up. */
function whenReady(isReady: () => boolean, run: () => void): () => void {
  let cancel = after(REST, look)
  function look() {
    if (isReady()) run()
    else cancel = after(REST, look)
  }
  return () => cancel()
}
