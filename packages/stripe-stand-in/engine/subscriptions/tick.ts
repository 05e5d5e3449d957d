import type { ObjectStore } from '../../store/object-store.ts'
import { findNextDue, letTimePass } from './let-time-pass.ts'

/** Runs what is due by real time; customers on a test clock wait until it is advanced. */
export function tick(store: ObjectStore): void {
  letTimePass(store, null, store.now(), () => {})
}

/** In seconds: when something is due next without a test clock; null: nothing. */
export function nextDueAt(store: ObjectStore): number | null {
  return findNextDue(store, null, Infinity)?.at ?? null
}
