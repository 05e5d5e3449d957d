import { Hono } from 'hono'
import { createControl, type StripeControl } from '../control/stripe-control.ts'
import { createFaults } from '../control/fault-injection.ts'
import { addRoutes } from './all-routes.ts'
import { openDispute } from '../engine/payments/charge-disputes.ts'
import { momentOf } from '../store/change-object.ts'
import { nextDueAt, tick } from '../engine/subscriptions/tick.ts'
import { printObject } from '../http/expand.ts'
import { createIdempotency } from '../http/idempotency.ts'
import { preflight } from '../http/json-response.ts'
import type { Api } from '../http/api-route.ts'
import { includable } from './includable-fields.ts'
import { emptyState, type EmulatorState } from '../store/stripe-objects.ts'
import { endOffers } from '../resources/products/promotion-code-routes.ts'
import { createObjectStore, type ObjectStore } from '../store/object-store.ts'
import { createAdd, type AddObjects } from '../resources/add-objects.ts'
import { authenticate } from '../resources/payments/three-d-secure-routes.ts'
import { createWebhooks, type Send } from '../control/webhook-delivery.ts'

export type Emulator = {
  /** Stripe's HTTP API. Rejects if a fault drops the connection. */
  fetch(request: Request): Promise<Response>
  store: ObjectStore
  control: StripeControl
  /** Adds objects under ids of one's choice, without a call. */
  add: AddObjects
  /** The whole state as JSON. */
  state: EmulatorState
}

export type EmulatorOptions = {
  /** The current time in ms. */
  now(): number
  /** Sends webhooks; default: `fetch`. */
  send?: Send
  /** The account's country; default: US. */
  country?: string
  /** The state to continue from, changed in place. */
  state?: EmulatorState
  /** Called whenever the state may have changed. */
  onChange?(): void
}

/** Stripe offline (API version endive), for the official SDK, the CLI and Stripe.js. */
export function createEmulator(options: EmulatorOptions): Emulator {
  const { send = patientFetch, state = emptyState(), onChange = () => {} } = options
  const now = () => options.now() + state.ahead
  // Webhooks are sent and signed by the receiver's time.
  const webhooks = createWebhooks({ store: () => store, now: options.now, send })
  const store: ObjectStore = createObjectStore({
    state,
    now,
    print: (object) => Object(printObject(object, includable)),
    onEvent: webhooks.onEvent,
  })
  let kept = store.version()
  const changed = () => {
    webhooks.pump()
    if (kept !== store.version()) onChange()
    kept = store.version()
  }
  const timePasses = () => {
    endOffers(store)
    tick(store)
  }
  const faults = createFaults()
  const control = createControl({
    state,
    faults,
    webhooks: webhooks.control,
    tick: timePasses,
    nextDue: () => {
      const at = nextDueAt(store)
      return at === null ? null : at * 1000 - state.ahead
    },
    dispute: (id) => {
      const charge = store.require('charge', id)
      return openDispute(momentOf(store, charge.customer), charge).id
    },
    authenticate: (id, passed) => authenticate(store, id, passed),
    changed,
    save: onChange,
  })
  const hono = new Hono()
  const api: Api = {
    hono,
    store,
    faults,
    includable,
    idempotency: createIdempotency(state, now),
    answered: control.record,
  }
  addRoutes(api, options.country ?? 'US')
  return {
    state,
    store,
    control,
    add: createAdd(store),
    async fetch(request) {
      if (request.method === 'OPTIONS') return preflight()
      timePasses()
      try {
        return await hono.fetch(request)
      } finally {
        changed()
      }
    },
  }
}

/** Stripe waits 20 seconds for an endpoint. */
const patientFetch: Send = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
