import { Hono } from 'hono'
import { createControl, type StripeControl } from '../control/stripe-control.ts'
import { createFaults } from '../control/fault-injection.ts'
import { addRoutes } from './all-routes.ts'
import { tick } from '../engine/subscriptions/tick.ts'
import { printObject } from '../http/expand.ts'
import { createIdempotency } from '../http/idempotency.ts'
import { preflight } from '../http/json-response.ts'
import type { Api } from '../http/api-route.ts'
import { includable } from './includable-fields.ts'
import { emptyState, type EmulatorState } from '../store/stripe-objects.ts'
import { randomLetters } from '../store/random-letters.ts'
import { endOffers } from '../resources/products/promotion-code-routes.ts'
import { createObjectStore, type ObjectStore } from '../store/object-store.ts'
import { createWebhooks, type Send } from '../control/webhook-delivery.ts'

export type Emulator = {
  /** Stripe's HTTP API. Rejects where a fault drops the connection. */
  fetch(request: Request): Promise<Response>
  store: ObjectStore
  control: StripeControl
  /** All of it, as JSON. */
  state: EmulatorState
}

export type EmulatorOptions = {
  /** ms. */
  now(): number
  /** How webhooks leave; absent, fetch. */
  send?: Send
  /** At least 24 letters and digits, each time others. */
  random?(): string
  /** Of the account; absent, US. */
  country?: string
  /** What is remembered from before; it is changed in place. */
  state?: EmulatorState
  /** Called whenever the state may have changed. */
  onChange?(): void
}

/** Stripe, offline (API version endive): what the official SDK, the CLI and Stripe.js talk to here. */
export function createEmulator(options: EmulatorOptions): Emulator {
  const { send = patientFetch, state = emptyState(), onChange = () => {} } = options
  const now = () => options.now() + state.ahead
  // Webhooks leave, and are signed, in real time.
  const webhooks = createWebhooks({ store: () => store, now: options.now, send })
  const store: ObjectStore = createObjectStore({
    state,
    now,
    random: options.random ?? randomLetters,
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

/** Stripe waits 20 seconds for whoever takes a webhook. */
const patientFetch: Send = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
