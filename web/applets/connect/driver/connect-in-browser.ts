import { api } from '../../../browser/api/api-calls.ts'
import { leaveFlash } from '../../../browser/storage/flash-cookie.ts'
import { prefersReducedMotion } from '../../../browser/observe/media.ts'
import { goTo } from '../../../browser/navigation/navigate.ts'
import { onReturn } from '../../../browser/observe/on-return.ts'
import { localStore, sessionStore } from '../../../browser/storage/storage.ts'
import { after } from '../../../browser/time/timers.ts'
import { fireWindowEvent } from '../../../browser/document/browser-document.ts'
import { takeAddressError } from '../../../site/address-error/take-address-error.ts'
import type { UpgradeModalStore } from '../../../site/upgrade/store/upgrade-modal-store.ts'
import { prepareUpgrade } from '../../../site/upgrade/upgrade-modal-outlet.tsx'
import { ConnectDriver } from './connect-driver.ts'
import { connectMemory } from './connect-memory.ts'
import type { ConnectStore } from './connect-store.ts'

type Given = {
  sessionId: string | null
  autoConnect: boolean
  flash: (message: string) => void
  askUpgrade: UpgradeModalStore['ask']
}

/** How long the user must have been in another tab before the server is asked again. */
const AWAY = 1000

/** Drives the store in this browser; returns a function that stops it. */
export function connectInBrowser(
  store: ConnectStore,
  { sessionId, autoConnect, flash, askUpgrade }: Given,
): () => void {
  const { id: appletId, rev } = store.get().applet
  const driver = new ConnectDriver(store, {
    ...api,
    memory: connectMemory({ local: localStore, session: sessionStore, now: Date.now, appletId, rev, sessionId }),
    upgrade: askUpgrade,
    // Opening the modal tries again.
    prepareUpgrade: () => void prepareUpgrade().catch(() => null),
    goTo,
    after,
    motionReduced: prefersReducedMotion,
    flash,
    leaveFlash: (message) => leaveFlash({ type: 'danger', message }),
    announceEnabled: ({ id, friendly_id }) => fireWindowEvent('appletEnabled', { id, friendly_id }),
  })
  const close = driver.open({ denied: takeAddressError(), autoConnect })
  const stopListening = onReturn(AWAY, () => store.send({ type: 'returned' }))
  return () => {
    stopListening()
    close()
  }
}
