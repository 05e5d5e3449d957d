import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { EventTarget } from './event-target.ts'
import { ROWS_PATH } from './count-rows.ts'
import { startEmptyWorker } from './empty-worker.ts'
import { freePort } from '../settings/ports.ts'
import { measure, percentiles, untilDelivered } from './measure-delivery.ts'
import { cpuOf, memoryOf } from './process-use.ts'
import type { Report } from './print-report.ts'
import { runProduct, type RunningProduct } from './run-product.ts'
import { untilEnded } from './receipts.ts'
import { eventIds, sendAll, sendEvent, sendSteadily } from './senders.ts'
import type { PreparedUser } from './users-with-hooks.ts'

const USERS = 50
const EVENTS = 5000
const CONTROL_EVENTS = 20_000
const WARM_UP = 1000
const STEADY = { perSecond: 20, seconds: 30 }
const HISTORY = 10_000
const LISTS = 100
const ROWS_EVENTS = 100
const ROWS_PATIENCE = 30_000
/** Below a free plan's backlog of 1,000, beyond which events are refused. */
const PORTION = 800
/** How long a portion may take to arrive, in ms. */
const PORTION_PATIENCE = 60_000
/** Users of whom each has one event, for the memory that their Runners take. */
const MANY = 1000

/** Where data may lie. `memory` is a disk in memory, where the machine has one. */
type Folders = { memory: string; disk: string }

/**
 * The empty Worker before and after, the product between: other load on the machine affects all alike. The empty Worker
 * writes nothing, so the product's data lies in memory for what is compared with it.
 */
export async function measureProduct(target: EventTarget, folders: Folders): Promise<Report> {
  const compared = await measureInMemory(target, join(folders.memory, 'compared'))
  const on_disk = await measureOnDisk(target, folders.disk)
  const many_mb = await measureMany(target, join(folders.memory, 'many'))
  const rows_per_run = await measureRows(target, join(folders.memory, 'rows'))
  const { product, ...turns } = compared
  const alone = { on_disk: on_disk.per_second, sync_ms: syncTime(folders.disk), many_mb, rows_per_run }
  return { ...turns, product: { ...product, ...alone } }
}

async function measureInMemory(target: EventTarget, folder: string) {
  const control = await startEmptyWorker()
  const options = { folder, target: target.origin, port: await freePort(), paced: false }
  let product = await runProduct(options)
  try {
    const users = await product.prepare({ users: USERS, target: target.url, wait: 30 })
    const hooks = users.map(({ hook }) => product.api + hook)
    await sendAll({ hooks: [control.url], ids: eventIds(WARM_UP, 'control-warm-up'), atOnce: USERS })
    await deliverAll(target, hooks, eventIds(WARM_UP, 'warm-up'), USERS)
    const before = await measureControl(control, 'before')
    const { workerd } = product
    const saturated = await measure(target, {
      workerd,
      send: () => sendAll({ hooks, ids: eventIds(EVENTS, 'saturated'), atOnce: USERS }),
    })
    const after = await measureControl(control, 'after')
    const ids = eventIds(STEADY.perSecond * STEADY.seconds, 'steady')
    const steady = await measure(target, {
      workerd,
      send: () => sendSteadily({ hooks, ids, perSecond: STEADY.perSecond }),
    })
    const list = await measureList(target, product, users)
    await product.kill()
    const restarted = performance.now()
    product = await runProduct(options)
    const restart = await untilFirstAccept(product, users, restarted)
    return {
      saturated,
      steady,
      product: {
        control: { per_second: (before.per_second + after.per_second) / 2, cpu: (before.cpu + after.cpu) / 2 },
        list_ms: list,
        restart_ms: restart,
      },
    }
  } finally {
    await Promise.all([product.kill(), control.close()])
  }
}

/** The same events as fast as it can, with data where a power cut leaves it. */
async function measureOnDisk(target: EventTarget, folder: string) {
  const product = await runProduct({ folder, target: target.origin, port: await freePort(), paced: false })
  try {
    const users = await product.prepare({ users: USERS, target: target.url, wait: 30 })
    const hooks = users.map(({ hook }) => product.api + hook)
    await deliverAll(target, hooks, eventIds(WARM_UP, 'disk-warm-up'), USERS)
    const send = () => sendAll({ hooks, ids: eventIds(EVENTS, 'disk'), atOnce: USERS })
    return await measure(target, { workerd: product.workerd, send })
  } finally {
    await product.kill()
  }
}

/** Memory of a product that has just started, once each of so many users had an event, in MB. */
async function measureMany(target: EventTarget, folder: string): Promise<number> {
  const options = { folder, target: target.origin, port: await freePort(), paced: false }
  let product = await runProduct(options)
  try {
    const users = await product.prepare({ users: MANY, target: target.url, wait: 30 })
    await product.kill()
    product = await runProduct(options)
    const hooks = users.map(({ hook }) => product.api + hook)
    await deliverAll(target, hooks, eventIds(MANY, 'many'), USERS)
    return memoryOf(product.workerd)
  } finally {
    await product.kill()
  }
}

/** How long this disk takes to keep 4 kB for good, in ms. */
function syncTime(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const page = new Uint8Array(4096)
  const started = performance.now()
  for (let n = 0; n < 100; n++) {
    writeSync(file, page)
    fsyncSync(file)
  }
  closeSync(file)
  return (performance.now() - started) / 100
}

/** Requests a second, and ms of CPU each. */
async function measureControl({ url, workerd }: { url: string; workerd: number }, turn: string) {
  const cpu = cpuOf(workerd)
  const started = performance.now()
  const { acks } = await sendAll({ hooks: [url], ids: eventIds(CONTROL_EVENTS, turn), atOnce: USERS })
  return {
    per_second: (acks.size * 1000) / (performance.now() - started),
    cpu: (cpuOf(workerd) - cpu) / acks.size,
  }
}

/** Sends events and waits until the target has them: what still waits would be measured with what follows. */
async function deliverAll(target: EventTarget, hooks: string[], ids: string[], atOnce: number): Promise<void> {
  for (let start = 0; start < ids.length; start += PORTION) {
    const portion = ids.slice(start, start + PORTION)
    const { refused } = await sendAll({ hooks, ids: portion, atOnce })
    const missing = await untilDelivered(target, portion, PORTION_PATIENCE)
    if (missing.length > 0) throw new Error(`${missing.length} events did not arrive, ${refused} of them refused.`)
  }
}

/** How long the first page of a history takes, in ms, for a user with that many runs. */
async function measureList(target: EventTarget, product: RunningProduct, [user]: PreparedUser[]) {
  if (!user) throw new Error('The bench has no user.')
  await deliverAll(target, [product.api + user.hook], eventIds(HISTORY, 'history'), 20)
  const times: number[] = []
  for (let n = 0; n < LISTS; n++) {
    const started = performance.now()
    const answer = await fetch(`${product.api}/api/runs`, { headers: { cookie: user.cookie } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Listing runs: ${answer.status} ${text}`)
    times.push(performance.now() - started)
  }
  return percentiles(times)
}

/** Rows that one plain run writes, from its event to its end. */
async function measureRows(target: EventTarget, folder: string): Promise<number> {
  const product = await runProduct({
    folder,
    target: target.origin,
    port: await freePort(),
    paced: false,
    countRows: true,
  })
  const written = async () => (await (await fetch(product.api + ROWS_PATH)).json()) as number
  try {
    const users = await product.prepare({ users: 1, target: target.url, wait: 30 })
    const hooks = users.map(({ hook }) => product.api + hook)
    const turn = async (name: string) => {
      const { acks } = await sendAll({ hooks, ids: eventIds(ROWS_EVENTS, name), atOnce: 1 })
      if (acks.size < ROWS_EVENTS) throw new Error(`Of ${ROWS_EVENTS} events only ${acks.size} were accepted.`)
      await untilEnded(acks.values(), ROWS_PATIENCE)
      return written()
    }
    // The first turn also wakes the Runner.
    const before = await turn('rows-warm-up')
    return ((await turn('rows')) - before) / ROWS_EVENTS
  } finally {
    await product.kill()
  }
}

/** From its start to the first accepted event, in ms. */
async function untilFirstAccept(product: RunningProduct, [user]: PreparedUser[], started: number): Promise<number> {
  for (let n = 0; n < 1000; n++) if (await sendEvent(`${product.api}${user?.hook}`, `restart-${n}`)) break
  return performance.now() - started
}
