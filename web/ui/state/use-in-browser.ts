import { useSyncExternalStore } from 'react'

/**
 * What only the browser knows, such as its storage or its device: `onServer` until the page is awake. `read` gives the
 * same value each time.
 */
export function useInBrowser<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => onServer)
}

function neverChanges() {
  return () => {}
}
