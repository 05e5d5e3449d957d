import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../settings/ports.ts'
import { startTarget, type EventTarget } from './event-target.ts'
import { measureDelivery, untilDelivered, type Delivery } from './measure-delivery.ts'
import { runProduct } from './run-product.ts'
import { eventIds, sendAll, sendSteadily } from './senders.ts'

const USERS = 50
const WARM_UP = 500
const EVENTS = 1000
/** How long the warm-up may take to arrive, in ms. */
const PATIENCE = 60_000

/**
 * Measures the engine that runs Applets: events at hooks, and a target with a ledger. `to` points the same senders at
 * another engine, which must pass the body on to `http://127.0.0.1:<targetPort>/in`. Returns whether all went well.
 */
export async function measureEngine({ to, targetPort, seconds }: { to?: string; targetPort: number; seconds: number }) {
  const target = await startTarget(targetPort)
  try {
    if (to !== undefined) return await measureAt(target, [to], seconds)
    return await withProduct(target, (hooks) => measureAt(target, hooks, seconds))
  } finally {
    await target.close()
  }
}

async function withProduct(target: EventTarget, work: (hooks: string[]) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const product = await runProduct({ folder, target: target.origin, port: await freePort(), paced: false })
  try {
    const users = await product.prepare({ users: USERS, target: target.url, wait: 0 })
    return await work(users.map(({ hook }) => product.api + hook))
  } finally {
    await product.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureAt(target: EventTarget, hooks: string[], seconds: number): Promise<boolean> {
  const warmUp = await sendAll({ hooks, ids: eventIds(WARM_UP, 'warm-up'), atOnce: USERS })
  await untilDelivered(target, [...warmUp.acks.keys()], PATIENCE)
  const ids = eventIds(EVENTS, 'saturated')
  const saturated = await measureDelivery(target, () => sendAll({ hooks, ids, atOnce: USERS }))
  const perSecond = 20
  const later = eventIds(perSecond * seconds, 'steady')
  const steady = await measureDelivery(target, () => sendSteadily({ hooks, ids: later, perSecond }))
  return printDeliveries(saturated, steady)
}

function printDeliveries(saturated: Delivery, steady: Delivery): boolean {
  const both = [saturated, steady]
  const line = (name: string, cell: (delivery: Delivery) => string) =>
    console.log(name.padEnd(28) + both.map((each) => cell(each).padStart(20)).join(''))
  line('', (each) => (each === steady ? '20 a second' : 'as fast as it can'))
  for (const count of ['sent', 'accepted', 'delivered', 'lost', 'doubled'] as const)
    line(count, (each) => `${each[count]}`)
  line('delivered a second', ({ per_second }) => per_second.toFixed(0))
  line('answer p50 · p99, ms', ({ ack }) => `${ack.p50.toFixed(1)} · ${ack.p99.toFixed(1)}`)
  line('end to end p50 · p99, ms', ({ end_to_end: all }) => `${all.p50.toFixed(1)} · ${all.p99.toFixed(1)}`)
  return both.every(({ lost, doubled }) => lost + doubled === 0)
}
