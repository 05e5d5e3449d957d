import type { Store } from '../store.ts'

/** Lets happen what is due by the store's clocks. */
export function tick(_store: Store): void {}
