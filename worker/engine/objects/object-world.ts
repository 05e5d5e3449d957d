import type { RunnerCtx } from '../../system/context/context.ts'
import type { MovableClock } from '../../system/context/movable-clock.ts'
import type { RunnerEnv } from '../../system/context/runner-env.ts'
import { log } from '../../system/log/log.ts'
import type { ServicesPort } from '../steps/services-port.ts'

/** The rest of the Worker, as `worker/app` gives it to a Durable Object. */
export type MakeObjectParts = (env: RunnerEnv) => { ctx: RunnerCtx; services: ServicesPort; clock: MovableClock }

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
