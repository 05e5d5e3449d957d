import { MINUTE } from '../../contract/shared/durations.ts'
import type { RunnerCtx } from './context.ts'
import { log } from '../log/log.ts'

export type SqlValue = string | number | null

/** What every Durable Object has of its platform. */
export type ObjectWorld = {
  /** Runs one statement. */
  sql<Row>(query: string, ...values: SqlValue[]): Row[]
  /** All or nothing; no await inside. */
  transaction<Result>(work: () => Result): Result
  /** ms. */
  now(): number
  /** Sets the one alarm, in ms. */
  setAlarm(at: number): void
  /** Continues after the call that started it. */
  spawn(work: Promise<unknown>): void
  log(event: string, fields: Record<string, string | number | null>): void
  /** How many calls one request or alarm begins at most. */
  calls_a_turn: number
}

/** The parts of a Durable Object that its world is made of. */
export type ObjectState = Pick<DurableObjectState, 'id' | 'storage' | 'waitUntil'>

/** Real time, or on a developer's machine a clock that can be moved. */
export type ObjectClock = { now(): number; toRealTime(at: number): number }

type Parts = { state: ObjectState; ctx: RunnerCtx; clock: ObjectClock }

/** The object's storage and alarm. `onWritten`: told of the rows that a statement wrote. `onFailed`: of work that failed. */
export function objectWorld(
  { state, ctx, clock }: Parts,
  { onWritten, onFailed }: { onWritten?: (rows: number) => void; onFailed: (message: string) => void },
): ObjectWorld {
  const { storage } = state
  return {
    sql: <Row>(query: string, ...values: SqlValue[]) => {
      const cursor = storage.sql.exec(query, ...values)
      const rows = cursor.toArray() as Row[]
      onWritten?.(cursor.rowsWritten)
      return rows
    },
    transaction: (work) => storage.transactionSync(work),
    now: clock.now,
    setAlarm: (at) => void storage.setAlarm(Math.max(clock.toRealTime(at), 1)),
    spawn: (work) => state.waitUntil(work.catch((error: unknown) => onFailed(String(error)))),
    log: (event, fields) => log('warn', event, fields),
    calls_a_turn: ctx.settings.RUN_CALLS_A_TURN,
  }
}

/** The calls that one request or alarm may still begin: a Worker may send only so many requests in an invocation. */
export type Allowance = { calls: number }

/** The first of these times; null where none is set. */
export function earliest(times: readonly (number | null)[]): number | null {
  const set = times.filter((at) => at !== null)
  return set.length === 0 ? null : Math.min(...set)
}

/**
 * `alarm`: the one that is set, in ms; null for none. `busy`: work is under way. `safety`: how soon the alarm then
 * rings, in ms, so that what a crash left is taken up.
 */
type Turn = { alarm: number | null; busy: boolean; allowance: Allowance; safety: number }

/**
 * The alarm that an object has to set, in ms; null where nothing will be due, or the alarm that is set rings early
 * enough: moving it only forward saves a write for most runs. One that should have rung a minute ago was lost. What is
 * due already waits for what is under way, which looks by itself when it ends, unless this turn may begin no more.
 */
export function alarmToSet(
  world: Pick<ObjectWorld, 'now' | 'log'>,
  readDue: () => number | null,
  { alarm, busy, allowance, safety }: Turn,
): number | null {
  const now = world.now()
  let at: number | null
  try {
    const due = readDue()
    const waits = due !== null && due <= now && busy && allowance.calls > 0
    at = earliest([due === null || waits ? null : Math.max(due, now), busy ? now + safety : null])
  } catch (error) {
    world.log('alarm_unknown', { message: String(error) })
    at = now + safety
  }
  return at === null || (alarm !== null && alarm <= at && alarm > now - MINUTE) ? null : at
}
