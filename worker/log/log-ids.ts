import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogIds } from '../contract/shared/trace-ids.ts'

const ids = new AsyncLocalStorage<LogIds>()

/** The ids of the request that is being answered or caused this work; empty for the cron and alarms. */
export function logIds(): LogIds {
  return ids.getStore() ?? {}
}

/** Runs work so that its log lines have these ids, what it leaves for later included. */
export function withLogIds<Result>(of: LogIds, work: () => Result): Result {
  return ids.run(of, work)
}
