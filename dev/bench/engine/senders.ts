import { setTimeout } from 'node:timers/promises'

/** An event that the engine took: its receipt if it gave one, when it was sent and how long the answer took, in ms. */
export type Ack = { id: string; hook: string; receipt: string | null; sent: number; took: number }

/** `refused` counts answers that are not 2xx, and connections that failed. */
export type Sent = { acks: Map<string, Ack>; refused: number }

/**
 * Sends one event as an outside service does. Returns null if it was not accepted. Any engine that takes a POST of
 * `{"id": "…"}` can be the receiver.
 */
export async function sendEvent(hook: string, id: string): Promise<Ack | null> {
  const sent = performance.now()
  const headers = { 'content-type': 'application/json', 'webhook-id': id }
  const answer = await fetch(hook, { method: 'POST', headers, body: JSON.stringify({ id }) }).catch(() => null)
  const text = await answer?.text().catch(() => null)
  if (!answer?.ok || text == null) return null
  return { id, hook, receipt: receiptIn(text), sent, took: performance.now() - sent }
}

type Turn = { hooks: readonly string[]; ids: Iterable<string>; atOnce: number; onAck?: (count: number) => void }

/** Closed loop: so many senders, each sends its next event when the one before was answered. */
export async function sendAll({ hooks, ids, atOnce, onAck }: Turn): Promise<Sent> {
  const result: Sent = { acks: new Map(), refused: 0 }
  const left = ids[Symbol.iterator]()
  let next = 0
  const sender = async () => {
    for (let { value, done } = left.next(); !done; { value, done } = left.next())
      take(result, await sendEvent(at(hooks, next++), value), onAck)
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return result
}

/** Open loop: so many events a second, however long the answers take. */
export async function sendSteadily(turn: {
  hooks: readonly string[]
  ids: readonly string[]
  perSecond: number
}): Promise<Sent> {
  const { hooks, ids, perSecond } = turn
  const result: Sent = { acks: new Map(), refused: 0 }
  const started = performance.now()
  const under = ids.map(async (id, n) => {
    await setTimeout(Math.max(0, started + (n * 1000) / perSecond - performance.now()))
    take(result, await sendEvent(at(hooks, n), id))
  })
  await Promise.all(under)
  return result
}

function take(result: Sent, ack: Ack | null, onAck?: (count: number) => void): void {
  if (!ack) {
    result.refused++
    return
  }
  result.acks.set(ack.id, ack)
  onAck?.(result.acks.size)
}

function at(hooks: readonly string[], n: number): string {
  return hooks[n % hooks.length] ?? ''
}

/** Names for that many events, unlike those of other turns. */
export function eventIds(count: number, turn: string): string[] {
  return Array.from({ length: count }, (_, n) => `${turn}-${n}`)
}

function receiptIn(body: string): string | null {
  return /"receipt":"([^"]+)"/.exec(body)?.[1] ?? null
}
