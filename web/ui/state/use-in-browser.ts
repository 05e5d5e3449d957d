import { useSyncExternalStore } from 'react'

/**
 * A value that only the browser knows, such as its storage or device; `onServer` until hydration. `read` must return a
 * stable value.
 */
export function useInBrowser<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => onServer)
}

/** False on the server and until hydration. */
export function useHydrated(): boolean {
  return useInBrowser(yes, false)
}

function yes() {
  return true
}

function neverChanges() {
  return () => {}
}
