import { previousAttributes } from './previous-attributes.ts'
import { missing, StripeApiError } from './stripe-api-error.ts'
import type { EventType, Kind, Objects } from './stripe-objects.ts'
import type { ObjectStore } from './object-store.ts'

/** What the engine works with: what is stored, and the second at which the thing happens. */
export type Moment = { store: ObjectStore; now: number }

export function momentOf(store: ObjectStore, customer: string | null): Moment {
  return { store, now: store.now(customer) }
}

/** Stores the object with `patch`; says so in an event with what was before, where one is named and anything changed. */
export function change<K extends Kind>(
  store: ObjectStore,
  kind: K,
  id: string,
  patch: Partial<Objects[K]>,
  event?: EventType,
): Objects[K] {
  const before = store.require(kind, id)
  const after = store.put(kind, { ...before, ...patch })
  const previous = previousAttributes(before, after)
  if (event !== undefined && previous !== undefined) store.emit(event, after, previous)
  return after
}

/** An object that a parameter names: unlike one in the address, its absence is a 400. */
export function named<K extends Kind>(store: ObjectStore, kind: K, id: string, param: string): Objects[K] {
  const found = store.get(kind, id)
  if (found !== undefined) return found
  throw new StripeApiError(400, missing(kind, id, param).details)
}
