import type { EventObject, Objects } from '../store/stripe-objects.ts'
import type { ObjectStore } from '../store/object-store.ts'

/**
 * How webhooks are delivered: once; each twice; newest first; only after `ms`; never; the first try lost and then
 * retried; signed with another secret. `hold` keeps them until `deliver()`.
 */
export type WebhookMode = 'normal' | 'duplicate' | 'reorder' | 'delay' | 'lost' | 'lost_once' | 'bad_signature' | 'hold'

/** Sends a webhook; `fetch` fits. */
export type Send = (url: string, init: RequestInit) => Promise<{ status: number }>

/** One delivery try. `status` is 0 without a response. */
type Delivery = { event: string; type: string; url: string; attempt: number; status: number }

type Waiting = { event: EventObject; endpoint: string; attempt: number; due: number }

/** A sandbox tries three times within hours; the emulator within seconds, so that a developer sees it. */
const RETRY_AFTER = [2_000, 10_000]
/** How many tries `deliveries()` keeps. */
const REMEMBERED = 1000

export function createWebhooks(options: { store(): ObjectStore; now(): number; send: Send }) {
  let waiting: Waiting[] = []
  let mode: { kind: WebhookMode; ms: number } = { kind: 'normal', ms: 0 }
  let sending: Promise<void> = Promise.resolve()
  /** How often everything was forgotten: what was being sent before is not sent on. */
  let forgotten = 0
  const log: Delivery[] = []

  function endpointsOf(event: EventObject): Objects['webhook_endpoint'][] {
    return options.store().all('webhook_endpoint', (each) => wants(each, event))
  }

  function onEvent(event: EventObject): void {
    const endpoints = endpointsOf(event)
    if (endpoints.length === 0) return
    const counted = options.store().put('event', { ...event, pending_webhooks: endpoints.length })
    const due = options.now() + (mode.kind === 'delay' ? mode.ms : 0)
    waiting.push(...endpoints.map(({ id }) => ({ event: counted, endpoint: id, attempt: 1, due })))
  }

  /** Sends what is due, in order, and retries it at most twice without a 2xx. */
  function pump(everything = false): Promise<void> {
    sending = afterwards(sending, everything)
    return sending
  }

  function isDue({ due }: Waiting): boolean {
    return mode.kind !== 'hold' && due <= options.now()
  }

  async function afterwards(others: Promise<void>, everything: boolean): Promise<void> {
    await others
    const before = forgotten
    const due = waiting.filter((each) => everything || isDue(each))
    waiting = waiting.filter((each) => !due.includes(each))
    for (const each of asOrdered(due)) if (before === forgotten) await attempt(each)
  }

  /** Applies the mode to the webhooks that leave now. */
  function asOrdered(due: Waiting[]): Waiting[] {
    if (mode.kind === 'lost') return []
    if (mode.kind === 'duplicate') return due.flatMap((each) => [each, each])
    return mode.kind === 'reorder' ? due.toReversed() : due
  }

  async function attempt(given: Waiting): Promise<void> {
    const endpoint = options.store().get('webhook_endpoint', given.endpoint)
    if (!endpoint) return
    const lost = mode.kind === 'lost_once' && given.attempt === 1
    const before = forgotten
    const status = lost ? 0 : await post(endpoint, given.event)
    if (before !== forgotten) return
    const { id, type } = given.event
    log.push({ event: id, type, url: endpoint.url, attempt: given.attempt, status })
    if (log.length > REMEMBERED) log.shift()
    const wait = RETRY_AFTER[given.attempt - 1]
    if (status >= 200 && status < 300) settle(id)
    else if (wait !== undefined) {
      waiting.push({ ...given, attempt: given.attempt + 1, due: options.now() + wait })
      wake(wait)
    }
  }

  async function post(endpoint: Objects['webhook_endpoint'], event: EventObject): Promise<number> {
    const body = JSON.stringify(event, null, 2)
    const secret = mode.kind === 'bad_signature' ? 'whsec_of_somebody_else' : options.store().hidden(endpoint.id).secret
    const at = Math.floor(options.now() / 1000)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': `t=${at},v1=${await sign(`${at}.${body}`, secret ?? '')}`,
    }
    const answer = options.send(endpoint.url, { method: 'POST', headers, body, redirect: 'manual' })
    return answer.then(({ status }) => status).catch(() => 0)
  }

  function settle(id: string): void {
    const event = options.store().get('event', id)
    if (event) options.store().put('event', { ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
  }

  function wake(ms: number): void {
    const timer: unknown = setTimeout(() => void pump(), ms)
    // A pending retry does not keep the Node process alive.
    if (typeof timer === 'object' && timer && 'unref' in timer && typeof timer.unref === 'function') timer.unref()
  }

  function forget(): void {
    forgotten += 1
    waiting = []
    log.length = 0
  }

  return {
    onEvent,
    pump: () => {
      if (mode.kind === 'delay') wake(mode.ms + 1)
      // Waits a moment, so that there are several events to reorder.
      else if (mode.kind === 'reorder') wake(200)
      else if (waiting.length > 0) void pump()
    },
    control: {
      mode: (kind: WebhookMode, ms = 1000) => void (mode = { kind, ms }),
      current: () => mode.kind,
      /** Sends everything that waits, due or not; a refused webhook waits again. */
      deliver: () => pump(true),
      waiting: () => waiting.map(({ event }) => structuredClone(event)),
      /** The latest tries, oldest first. */
      deliveries: () => structuredClone(log),
      /** Sends an event again, as the Dashboard's Resend does. */
      resend: async (id: string) => {
        const event = options.store().require('event', id)
        for (const endpoint of endpointsOf(event)) await attempt({ event, endpoint: endpoint.id, attempt: 1, due: 0 })
      },
      forget,
      /** Sends what is due, with what follows from it; resolves when all was answered. */
      settle: async () => {
        while (waiting.some(isDue)) await pump()
        await sending
      },
      /** Sends no more of those that wait; resolves when the last one that left was answered. */
      stop: () => {
        forget()
        return sending
      },
    },
  }
}

export type WebhookControl = ReturnType<typeof createWebhooks>['control']

function wants(endpoint: Objects['webhook_endpoint'], event: EventObject): boolean {
  const { status, enabled_events } = endpoint
  return status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(event.type))
}

/** HMAC-SHA256 in hex, as in the Stripe-Signature header. */
async function sign(text: string, secret: string): Promise<string> {
  const bytes = (each: string) => new TextEncoder().encode(each)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, bytes(text))
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
