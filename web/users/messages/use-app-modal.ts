import { useEffect, useState } from 'react'
import { readerIsBusy } from '../../browser/observe/reader-is-busy.ts'
import { savedStateKey } from '../../browser/storage/saved-page-state.ts'
import { localStore } from '../../browser/storage/storage.ts'
import { after } from '../../browser/time/timers.ts'
import { useExternalStore } from '../../ui/state/external-store.ts'
import { useFlashStore } from '../../ui/flash/use-flash.tsx'

/** How long page and reader must have been idle, in ms. */
const REST = 1000

/** The state of the rest of the page. */
export type PageRest = {
  /** No earlier action is under way. */
  resting: boolean
  /** Whether the page has already checked for an action to continue. */
  hasBegun: () => boolean
}

/**
 * Opens the modal while nothing else is going on: no connecting, message, dialog or typing. Once per login and Applet
 * (§2.1); when storage is blocked, per page view.
 */
export function useAppModal(appletId: number, sessionId: string, { resting, hasBegun }: PageRest) {
  const [kind, setKind] = useState<'waiting' | 'open' | 'over'>('waiting')
  const flashes = useExternalStore(useFlashStore())
  const quiet = kind === 'waiting' && resting && flashes.items.length === 0

  useEffect(() => {
    if (!quiet) return undefined
    const shown = savedStateKey(`app-modal:${appletId}`, sessionId)
    return whenReady(
      () => hasBegun() && !readerIsBusy(),
      () => {
        setKind(localStore.read(shown) === null ? 'open' : 'over')
        localStore.write(shown, 'shown')
      },
    )
  }, [quiet, appletId, sessionId, hasBegun])

  return { open: kind === 'open', close: () => setKind('over') }
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
