import type { ObjectStore } from '../../store/object-store.ts'
import { letTimePass } from './let-time-pass.ts'

/** Runs what is due by real time; customers on a test clock wait until it is advanced. */
export function tick(store: ObjectStore): void {
  letTimePass(store, null, store.now(), () => {})
}
