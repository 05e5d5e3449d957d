import { useEffect, useReducer } from 'react'
import { readerIsBusy } from '../../browser/observe/reader-is-busy.ts'
import { localStore } from '../../browser/storage/storage.ts'
import { after } from '../../browser/time/timers.ts'
import { useExternalStore } from '../../ui/state/external-store.ts'
import { useFlashStore } from '../../ui/flash/use-flash.tsx'
import { appModalReducer, WAITING } from './app-modal-flow.ts'
import { appModalMemory } from './app-modal-memory.ts'

/** How long page and reader must have been idle, in ms. */
const REST = 1000

/** The state of the rest of the page. */
export type PageRest = {
  /** No earlier action is under way. */
  resting: boolean
  /** Whether the page has already checked for an action to continue. */
  hasBegun: () => boolean
}

/** Opens the modal once, while nothing else is going on: no connecting, message, dialog or typing. */
export function useAppModal(appletId: number, sessionId: string, { resting, hasBegun }: PageRest) {
  const [{ kind }, send] = useReducer(appModalReducer, WAITING)
  const flashes = useExternalStore(useFlashStore())
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

/** Checks after each idle period until it is time. Returns a function that stops checking. */
function whenReady(isReady: () => boolean, run: () => void): () => void {
  let cancel = after(REST, look)
  function look() {
    if (isReady()) run()
    else cancel = after(REST, look)
  }
  return () => cancel()
}
