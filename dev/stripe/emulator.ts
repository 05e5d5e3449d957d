import { Hono } from 'hono'
import { createControl, type Control } from './control.ts'
import { createFaults } from './faults.ts'
import { engineRoutes } from './engine/routes.ts'
import { tick } from './engine/tick.ts'
import { print } from './http/expand.ts'
import { createIdempotency } from './http/idempotency.ts'
import { preflight } from './http/respond.ts'
import { unknownUrl, type Api } from './http/route.ts'
import { includable } from './includable.ts'
import { emptyState, type State } from './objects.ts'
import { randomLetters } from './random.ts'
import { accountRoutes } from './resources/account.ts'
import { couponRoutes } from './resources/coupons.ts'
import { customerRoutes } from './resources/customers.ts'
import { eventRoutes } from './resources/events.ts'
import { paymentMethodRoutes } from './resources/payment-methods.ts'
import { priceRoutes } from './resources/prices.ts'
import { productRoutes } from './resources/products.ts'
import { endOffers, promotionCodeRoutes } from './resources/promotion-codes.ts'
import { webhookEndpointRoutes } from './resources/webhook-endpoints.ts'
import { createStore, type Store } from './store.ts'
import { createWebhooks, type Send } from './webhooks.ts'

export type Emulator = {
  /** Stripe's HTTP API. Rejects where a fault drops the connection. */
  fetch(request: Request): Promise<Response>
  store: Store
  control: Control
  /** All of it, as JSON. */
  state: State
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
  state?: State
  /** Called whenever the state may have changed. */
  onChange?(): void
}

/** Stripe, offline (API version endive): what the official SDK, the CLI and Stripe.js talk to here. */
export function createEmulator(options: EmulatorOptions): Emulator {
  const { send = patientFetch, state = emptyState(), onChange = () => {} } = options
  const now = () => options.now() + state.ahead
  // Webhooks leave, and are signed, in real time.
  const webhooks = createWebhooks({ store: () => store, now: options.now, send })
  const store: Store = createStore({
    state,
    now,
    random: options.random ?? randomLetters,
    print: (object) => Object(print(object, includable)),
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
  addRoutes(api)
  accountRoutes(api, options.country ?? 'US')
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

function addRoutes(api: Api): void {
  customerRoutes(api)
  paymentMethodRoutes(api)
  productRoutes(api)
  priceRoutes(api)
  couponRoutes(api)
  promotionCodeRoutes(api)
  webhookEndpointRoutes(api)
  eventRoutes(api)
  engineRoutes(api)
  api.hono.notFound(unknownUrl)
  // What a handler throws that is no refusal of Stripe's is a mistake of ours, or a dropped connection.
  api.hono.onError((error) => {
    throw error
  })
}
