import { DatabaseSync } from 'node:sqlite'
import { median } from '../median.ts'
import { sceneAt } from './call-scene.ts'
import { growingScans } from './query-plans.ts'
import { startFilledSite, type FilledSite } from './start-filled-site.ts'
import { TWENTY_CALLS, type Counts, type ProductCall } from './twenty-calls.ts'

/** `ms`: the median until the last byte; `bare`: of bare reads in as many trips and statements. `scans`: of tables that grow. */
export type MeasuredCall = { call: ProductCall; counts: Counts; ms: number; bare: number; scans: string[] }

/** One request to D1: one statement, or a batch. */
type RoundTrip = { sql: string; read: number; written: number }[]

/**
 * Sends each of the twenty calls over so many Applets: once to wake what it needs, once to be counted, then so many times
 * to be timed, each time beside bare D1.
 */
export async function measureCalls(applets: number, times: number): Promise<MeasuredCall[]> {
  const site = await startFilledSite(applets)
  try {
    const measured = await measureAt(site, times).finally(site.close)
    return measured.map(({ sql, ...each }) => ({ ...each, scans: scansOf(site.files, sql) }))
  } finally {
    site.forget()
  }
}

/**
 * How often a call that needs too much is counted again: 5 s after a Runner has worked it brings D1's copies of its counts
 * up to date, which on a loaded machine falls into a later call. To wait for that each time would take a minute.
 */
const AGAIN = 2

function needsMore(trips: readonly RoundTrip[], { most }: ProductCall): boolean {
  const counts = countsOf(trips)
  return (Object.keys(most) as (keyof Counts)[]).some((key) => counts[key] > most[key])
}

async function measureAt(site: FilledSite, times: number) {
  const scene = sceneAt(site)
  const order = async (path: string) => (await fetch(site.api + path)).text()
  const countedTrips = async (call: ProductCall): Promise<RoundTrip[]> => {
    const sent = await call.prepare(scene)
    await order('/bench/count')
    await scene.send(call.as, sent)
    // Made by our own module around the Workers.
    return JSON.parse(await order('/bench/trips')) as RoundTrip[]
  }
  const measured = []
  for (const call of TWENTY_CALLS) {
    const first = await countedTrips(call)
    let trips = await countedTrips(call)
    for (let again = 0; again < AGAIN && needsMore(trips, call); again++) trips = await countedTrips(call)
    const bare = `/bench/bare?trips=${trips.map(({ length }) => length).join(',') || '1'}`
    const [own, control]: [number[], number[]] = [[], []]
    for (let n = 0; n < times; n++) {
      const sent = await call.prepare(scene)
      await order('/bench/quiet')
      own.push(await timeOf(() => scene.send(call.as, sent)))
      control.push(await timeOf(() => order(bare)))
    }
    const sql = [...first, ...trips].flat().map((statement) => statement.sql)
    measured.push({ call, counts: countsOf(trips), ms: median(own), bare: median(control), sql })
  }
  return measured
}

function countsOf(trips: readonly RoundTrip[]): Counts {
  const statements = trips.flat()
  const sum = (of: 'read' | 'written') => statements.reduce((all, each) => all + each[of], 0)
  return { trips: trips.length, statements: statements.length, read: sum('read'), written: sum('written') }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Asks the databases for the plans, while no process has them open. A statement belongs to the one with its tables. */
function scansOf(files: readonly string[], statements: readonly string[]): string[] {
  const databases = files.map((file) => new DatabaseSync(file))
  const scans = [...new Set(statements)].flatMap((sql) => scansIn(databases, sql).map((scan) => `${scan}: ${sql}`))
  for (const database of databases) database.close()
  return scans
}

function scansIn([first, ...others]: readonly DatabaseSync[], sql: string): string[] {
  if (!first) throw new Error(`No database has the tables of this statement: ${sql}`)
  try {
    return growingScans(first, sql)
  } catch (error) {
    if (others.length === 0) throw error
    return scansIn(others, sql)
  }
}
