import { savedStateKey } from '../browser/storage/saved-page-state.ts'
import type { Store } from '../browser/storage/storage.ts'

/** That the modal was shown, for one log-in and Applet (§2.1); where storage is blocked, for this page view. */
export function appModalMemory(store: Pick<Store, 'read' | 'write'>, appletId: number, sessionId: string) {
  const key = savedStateKey(`app-modal:${appletId}`, sessionId)
  return {
    wasShown: () => store.read(key) !== null,
    remember: () => store.write(key, 'shown'),
  }
}
