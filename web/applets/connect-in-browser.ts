import { api } from '../api.ts'
import { leaveFlash } from '../browser/flash-cookie.ts'
import { prefersReducedMotion } from '../browser/media.ts'
import { goTo } from '../browser/navigate.ts'
import { onReturn } from '../browser/on-return.ts'
import { localStore, sessionStore } from '../browser/storage.ts'
import { after } from '../browser/timers.ts'
import { fireWindowEvent } from '../browser/window-event.ts'
import { takeErrorInAddress } from '../site/take-error.ts'
import type { UpgradeBoard } from '../site/upgrade-board.ts'
import { prepareUpgrade } from '../site/upgrade-host.tsx'
import { ConnectDriver } from './connect-driver.ts'
import { connectMemory } from './connect-memory.ts'
import type { ConnectStore } from './connect-store.ts'

type Given = {
  sessionId: string | null
  autoConnect: boolean
  flash: (message: string) => void
  askUpgrade: UpgradeBoard['ask']
}

/** How long the reader must have been in another tab before the server is asked again. */
const AWAY = 1000

/** Drives the store in this browser. The answer stops it. */
export function connectInBrowser(
  store: ConnectStore,
  { sessionId, autoConnect, flash, askUpgrade }: Given,
): () => void {
  const { id: appletId } = store.get().applet
  const driver = new ConnectDriver(store, {
    ...api,
    memory: connectMemory({ local: localStore, session: sessionStore, now: Date.now, appletId, sessionId }),
    upgrade: askUpgrade,
    // It is tried again when it opens.
    prepareUpgrade: () => void prepareUpgrade().catch(() => null),
    goTo,
    after,
    motionReduced: prefersReducedMotion,
    flash,
    leaveFlash: (message) => leaveFlash({ type: 'danger', message }),
    leaveWelcome: (message) => leaveFlash({ type: 'success', message }),
    announceEnabled: ({ id, friendly_id }) => fireWindowEvent('appletEnabled', { id, friendly_id }),
  })
  const close = driver.open({ denied: takeErrorInAddress(), autoConnect })
  const stopListening = onReturn(AWAY, () => store.send({ type: 'returned' }))
  return () => {
    stopListening()
    close()
  }
}
