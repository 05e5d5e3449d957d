import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogIds } from '../../contract/shared/trace-ids.ts'

/** Facts that become known while a request is answered: who asks, what a GraphQL document does, and how it ends. */
type RequestNotes = { user_id?: string; session_id?: string; operation?: string; outcome?: string }

const work = new AsyncLocalStorage<{ ids: LogIds; notes: RequestNotes }>()

/** The ids of the request that is being answered or caused this work; empty for the cron and alarms. */
export function logIds(): LogIds {
  return work.getStore()?.ids ?? {}
}

/** Runs work so that its log lines have these ids, what it leaves for later included. */
export function withLogIds<Result>(ids: LogIds, run: () => Result): Result {
  return work.run({ ids, notes: {} }, run)
}

/** Has the request's own line in the log say this too. Never pass addresses, tokens or names. */
export function noteForLog(notes: RequestNotes): void {
  const store = work.getStore()
  if (store) store.notes = { ...store.notes, ...notes }
}

export function notesForLog(): RequestNotes {
  return work.getStore()?.notes ?? {}
}
