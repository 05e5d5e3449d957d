import { setTimeout } from 'node:timers/promises'
import type { EventTarget } from './event-target.ts'
import type { Ack, Sent } from './senders.ts'

/** Times in ms. */
export type Delivery = {
  sent: number
  accepted: number
  delivered: number
  lost: number
  doubled: number
  per_second: number
  ack: Percentiles
  end_to_end: Percentiles
}
type Percentiles = { p50: number; p99: number }

/** How long an accepted event may take to reach the target before it counts as lost. */
const PATIENCE = 30_000

/** Sends, waits until the target has what was accepted, and says how it went. */
export async function measureDelivery(target: EventTarget, send: () => Promise<Sent>): Promise<Delivery> {
  const started = performance.now()
  const { acks, refused } = await send()
  await untilDelivered(target, [...acks.keys()], PATIENCE)
  const delivered = [...acks.values()].filter(({ id }) => target.ledger.has(id))
  const last = Math.max(started, ...delivered.map(({ id }) => firstAt(target, id)))
  return {
    sent: acks.size + refused,
    accepted: acks.size,
    delivered: delivered.length,
    lost: acks.size - delivered.length,
    doubled: target.doubled().filter((id) => acks.has(id)).length,
    per_second: (delivered.length * 1000) / (last - started),
    ack: percentiles([...acks.values()].map(({ took }) => took)),
    end_to_end: percentiles(delivered.map((ack) => toTarget(target, ack))),
  }
}

/** Waits until the target has seen all of these events, at most so many ms. Returns those that it has not. */
export async function untilDelivered(target: EventTarget, ids: readonly string[], patience: number): Promise<string[]> {
  const end = performance.now() + patience
  let missing = ids.filter((id) => !target.ledger.has(id))
  while (missing.length > 0 && performance.now() < end) {
    await setTimeout(20)
    missing = missing.filter((id) => !target.ledger.has(id))
  }
  return missing
}

function firstAt(target: EventTarget, id: string): number {
  return target.ledger.get(id)?.first ?? 0
}

function toTarget(target: EventTarget, { id, sent }: Ack): number {
  return firstAt(target, id) - sent
}

function percentiles(values: number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
