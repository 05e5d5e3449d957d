import type { HookReceipt } from '../../../contract/runs/applet-run.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { findRun } from './read-run.ts'

type Row = Pick<HookReceipt['runs'][number], 'state' | 'at' | 'ended_at'>

/**
 * Reads an accepted event's receipt: all runs that it started, never their contents. Null for another key's receipt.
 */
export function readReceipt(memory: RunnerMemory, key_hash: string, receipt: string): HookReceipt | null {
  const run = findRun(memory, receipt)
  if (!run || run.cause !== 'event') return null
  const current = memory.programs.get(run.applet_id)?.program
  const isMaker = memory.settings.maker_key_hash === key_hash
  if (!isMaker && current?.hook_key_hash !== key_hash) return null
  const event_id = run.feature === null ? run.event_id : run.event_id.slice(0, -1 - run.feature.length)
  const runs = memory.world.sql<Row>(
    `select state, at, ended_at from run where seq >= ? and seq < ? and at <= ?
     and (? or applet_id = ?) and event_id = case when feature is null then ? else ? || '@' || feature end`,
    run.seq,
    run.seq + MOST_RUNS,
    run.at + 1000,
    isMaker ? 1 : 0,
    run.applet_id,
    event_id,
    event_id,
  )
  return { receipt, runs }
}

/** One event starts at most so many Applets at once; they are stored one after the other. */
const MOST_RUNS = 1000
