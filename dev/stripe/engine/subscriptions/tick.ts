import type { Store } from '../../store/object-store.ts'
import { letTimePass } from './let-time-pass.ts'

/** Lets happen what is due by real time; customers on a test clock wait until it is advanced. */
export function tick(store: Store): void {
  letTimePass(store, null, store.now(), () => {})
}
