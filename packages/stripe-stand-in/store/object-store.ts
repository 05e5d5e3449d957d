import { deepCopy } from './deep-copy.ts'
import { randomLetters } from './random-letters.ts'
import { missing } from './stripe-api-error.ts'
import type { EventObject, EventType, Hidden, Kind, Objects, EmulatorState } from './stripe-objects.ts'

export const API_VERSION = '2026-10-28.endive'

/** Prefixes of ids with 24 characters; the others have 14. */
const LONG = new Set('pi seti ch evt pm in sub price promo we re inpay il ii clock sub_sched txi'.split(' '))

export type ObjectStore = ReturnType<typeof createObjectStore>
type Origin = { id: string | null; idempotency_key: string | null }

/**
 * Stripe's objects. Everything goes in and out as a copy: change the copy, then `put` it. `print` removes the fields
 * that responses and events do not show; `onEvent` is called with each committed event.
 */
export function createObjectStore(options: {
  state: EmulatorState
  now(): number
  print(object: object): object
  onEvent(event: EventObject): void
}) {
  const { state } = options
  /** Undo steps of the running `atomically`, newest last; null outside of it. */
  let undo: (() => void)[] | null = null
  let certain: EventObject[] = []
  let version = 0
  /** The current request, which its events name. */
  let request: Origin = { id: null, idempotency_key: null }

  function table<K extends Kind>(kind: K): Record<string, Objects[K]> {
    return (state.objects[kind] ??= {} as NonNullable<EmulatorState['objects'][K]>)
  }

  function get<K extends Kind>(kind: K, id: string | null | undefined): Objects[K] | undefined {
    const rows = table(kind)
    return id && Object.hasOwn(rows, id) ? deepCopy(rows[id]) : undefined
  }

  /** Throws Stripe's 404; `param` is the parameter that named it. */
  function require<K extends Kind>(kind: K, id: string, param?: string): Objects[K] {
    const found = get(kind, id)
    if (!found) throw missing(kind, id, param)
    return found
  }

  /** Newest first; `wanted` gets the stored object itself and must not change it. */
  function all<K extends Kind>(kind: K, wanted: (object: Objects[K]) => boolean = () => true): Objects[K][] {
    return deepCopy(Object.values(table(kind)).filter(wanted)).toReversed()
  }

  function put<K extends Kind>(kind: K, object: Objects[K]): Objects[K] {
    const { id } = object
    const rows = table(kind)
    version++
    const before = rows[id]
    undo?.push(() => (before ? (rows[id] = before) : delete rows[id]))
    rows[id] = deepCopy(object)
    return object
  }

  function remove(kind: Kind, id: string): void {
    const rows: Record<string, unknown> = table(kind)
    const before = { ...rows }
    undo?.push(() => {
      // Clears the map first, to restore the insertion order of lists.
      for (const key of Object.keys(rows)) delete rows[key]
      Object.assign(rows, before)
      state.deleted[kind] = state.deleted[kind]?.filter((each) => each !== id) ?? []
    })
    version++
    delete rows[id]
    ;(state.deleted[kind] ??= []).push(id)
  }

  function wasDeleted(kind: Kind, id: string): boolean {
    return state.deleted[kind]?.includes(id) ?? false
  }

  /** A new unique id: `id('cus')` starts with cus_. */
  function newId(prefix: string): string {
    const letters = randomLetters()
    return `${prefix}_${LONG.has(prefix) ? `1${letters.slice(0, 23)}` : letters.slice(0, 14)}`
  }

  /** The time in seconds, by the customer's test clock if there is one. */
  function now(customer?: string | null): number {
    const clock = customer ? state.objects.customer?.[customer]?.test_clock : null
    const frozen = clock ? state.objects['test_helpers.test_clock']?.[clock]?.frozen_time : undefined
    return frozen ?? Math.floor(options.now() / 1000)
  }

  /** Records an event with the current object; webhooks are sent after the response. */
  function emit(type: EventType, object: object, previous_attributes?: object): EventObject {
    const event: EventObject = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: now(customerOf(object)),
      data: { object: options.print(deepCopy(object)), ...(previous_attributes && { previous_attributes }) },
      livemode: false,
      pending_webhooks: 0,
      request: { ...request },
      type,
    }
    put('event', event)
    certain.push(event)
    if (!undo) settle()
    return event
  }

  function settle(): void {
    const events = certain
    certain = []
    for (const event of events) options.onEvent(event)
  }

  /** Runs the work, and rolls everything back if it throws, events included. */
  function atomically<T>(work: () => T): T {
    const outer = undo
    const before = certain.length
    undo = []
    try {
      const result = work()
      outer?.push(...undo)
      undo = outer
      if (!undo) settle()
      return result
    } catch (error) {
      for (const step of (undo ?? []).toReversed()) step()
      certain.length = before
      undo = outer
      throw error
    }
  }

  return {
    get,
    require,
    all,
    put,
    remove,
    wasDeleted,
    id: newId,
    now,
    emit,
    atomically,
    afterVoid: () => state.afterVoid ?? 'expires',
    onceOverTrial: () => state.onceOverTrial ?? 'kept',
    hidden: (objectId: string): Hidden => state.hidden[objectId] ?? {},
    hide: (objectId: string, facts: Hidden) => {
      const before = state.hidden[objectId]
      undo?.push(() => (before ? (state.hidden[objectId] = before) : delete state.hidden[objectId]))
      state.hidden[objectId] = { ...before, ...facts }
    },
    /** A number that changes with every write. */
    version: () => version,
    /** Runs the work with its events attributed to this request. */
    during: <T>(origin: Origin, work: () => T): T => {
      request = origin
      try {
        return work()
      } finally {
        request = { id: null, idempotency_key: null }
      }
    },
    /** Random characters for client secrets and the like. */
    random: randomLetters,
  }
}

function customerOf(object: object): string | null {
  if ('object' in object && object.object === 'customer' && 'id' in object) return String(object.id)
  return 'customer' in object && typeof object.customer === 'string' ? object.customer : null
}
