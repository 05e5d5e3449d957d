import { previousAttributes } from './previous-attributes.ts'
import { missing, StripeApiError } from './stripe-api-error.ts'
import type { EventType, Kind, Objects } from './stripe-objects.ts'
import type { ObjectStore } from './object-store.ts'

/** The engine's context: the store, and the second of the change. */
export type Moment = { store: ObjectStore; now: number }

export function momentOf(store: ObjectStore, customer: string | null): Moment {
  return { store, now: store.now(customer) }
}

/** Stores the object with `patch`; sends the named event with the previous values if anything changed. */
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

/** The object that a parameter names; 400 if it does not exist, unlike an id in the path. */
export function named<K extends Kind>(store: ObjectStore, kind: K, id: string, param: string): Objects[K] {
  const found = store.get(kind, id)
  if (found !== undefined) return found
  throw new StripeApiError(400, missing(kind, id, param).details)
}
