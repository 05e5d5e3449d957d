import type { Store } from '../store.ts'
import { letTimePass } from './time.ts'

/** Lets happen what is due by real time; customers on a test clock wait until it is advanced. */
export function tick(store: Store): void {
  letTimePass(store, null, store.now(), () => {})
}
