import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startClock, type MovableClock } from './start-clock.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const HOUR = 3_600_000

let folder: string
let clock: MovableClock
const start = () => startClock({ port: 0, stateFile: join(folder, 'clock.json'), realNow: () => NOON })
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clock-'))
  clock = await start()
})
afterEach(async () => {
  await clock.close()
  rmSync(folder, { recursive: true })
})

const post = (path: string, fields = {}, headers = {}) =>
  fetch(clock.origin + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })

test('a form moves the clock forward by any span', async () => {
  expect((await post('/move', { hours: '2.5' })).status).toBe(303)
  await post('/move', { days: '365' })
  expect(await (await fetch(`${clock.origin}/offset`)).json()).toBe(365 * 24 * HOUR + 2.5 * HOUR)
})

/** Connects a Worker that finds nothing to do. Returns the errands that it fetches. */
function connectIdleWorker(): unknown[] {
  const errands: unknown[] = []
  clock.connect({
    crons: ['* * * * *'],
    stripe: null,
    callWorker: async () => {
      errands.push(await (await fetch(`${clock.origin}/errand`)).json())
      const found = { busy: [null], wake_at: null, written: 0 }
      await fetch(`${clock.origin}/errand`, { method: 'POST', body: JSON.stringify(found) })
    },
  })
  return errands
}

test('the Worker fetches its errand and brings back what it found', async () => {
  const errands = connectIdleWorker()
  await clock.moveBy(HOUR)
  expect(errands).toMatchObject([
    { kind: 'run', at: NOON },
    { kind: 'look', until: NOON + HOUR, each: false },
    { kind: 'run', at: NOON + HOUR },
  ])
})

test('the past is relived without what was due in it', async () => {
  const errands = connectIdleWorker()
  await clock.relive(async (moveTo) => {
    await moveTo(2 * HOUR)
    expect(clock.now()).toBe(NOON - 2 * HOUR)
    await moveTo(HOUR)
  })
  expect(clock.offset()).toBe(0)
  const times = [NOON - 2 * HOUR, NOON - HOUR, NOON]
  expect(errands).toEqual(times.map((at) => ({ kind: 'run', at, pause: 0, cron: '* * * * *' })))
})

test('a clock that was moved forward relives nothing', async () => {
  await clock.moveBy(HOUR)
  await expect(clock.relive((moveTo) => moveTo(HOUR))).rejects.toThrow('cannot go back')
  expect(clock.offset()).toBe(HOUR)
})

test('a form asks for each time of the cron triggers', async () => {
  const errands = connectIdleWorker()
  await post('/move', { hours: '1', each: 'yes' })
  expect(errands).toContainEqual(expect.objectContaining({ kind: 'look', each: true }))
})

test('a second press waits for the jump before it', async () => {
  await Promise.all([post('/move', { hours: '1' }), post('/move', { hours: '1' })])
  expect(clock.offset()).toBe(2 * HOUR)
})

test('the page shows the moved time and how far it is', async () => {
  await clock.moveBy(26 * HOUR + 60_000)
  const page = await (await fetch(clock.origin)).text()
  expect(page).toContain('Monday, 23 November 2026')
  expect(page).toContain('1 d 2 h 1 min ahead')
})

test('the clock moves to the next sunset of a place', async () => {
  expect((await post('/sunset', { place: 'Berlin' })).status).toBe(303)
  expect(new Date(NOON + clock.offset()).toISOString()).toMatch(/^2026-11-22T15:0/)
  expect((await post('/sunset', { place: '90, 0' })).status).toBe(400)
})

test('a moved clock stays moved after a restart', async () => {
  await clock.moveBy(HOUR)
  await clock.close()
  clock = await start()
  expect(clock.offset()).toBe(HOUR)
})

test('hours that are no number, back, or of other sites move nothing', async () => {
  expect((await post('/move', { hours: 'soon' })).status).toBe(400)
  expect((await post('/move', {})).status).toBe(400)
  expect((await post('/move', { hours: '-1' })).status).toBe(400)
  expect((await post('/move', { hours: '1' }, { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect(clock.offset()).toBe(0)
})
