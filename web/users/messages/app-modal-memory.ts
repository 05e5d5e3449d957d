import { savedStateKey } from '../../browser/storage/saved-page-state.ts'
import type { Store } from '../../browser/storage/storage.ts'

/** Remembers that the modal was shown, per login and Applet (§2.1); when storage is blocked, per page view. */
export function appModalMemory(store: Pick<Store, 'read' | 'write'>, appletId: number, sessionId: string) {
  const key = savedStateKey(`app-modal:${appletId}`, sessionId)
  return {
    wasShown: () => store.read(key) !== null,
    remember: () => store.write(key, 'shown'),
  }
}
