import { PLANS } from '../../../contract/tiers.ts'
import { tierOf } from '../../../users/entitlements/entitlement-rules.ts'
import type { RunnerSnapshot } from '../../../system/runner-api/program.ts'
import type { RunnerMemory, RunnerSettings } from '../world/memory.ts'
import type { RunnerWorld, Tables } from '../world/world.ts'
import { loadAddedServices } from './added-services.ts'
import { readTroubles } from './applet-failures.ts'
import { readCurrentPrograms } from './programs.ts'
import { readSubscriptionIds } from './subscriptions.ts'
import { growTables, hasTables, makeTables, readMeta } from './tables.ts'

/** Loads this Runner's memory from its tables; null before the first `sync`. */
export function loadMemory(world: RunnerWorld): RunnerMemory | null {
  if (!hasTables(world)) return null
  growTables(world)
  const snapshot = readMeta(world, 'snapshot')
  if (snapshot === null) return null
  return emptyMemory(world, JSON.parse(snapshot))
}

/** The memory of a Runner that is told of its user for the first time, with its tables. */
export function newMemory(world: RunnerWorld, snapshot: RunnerSnapshot): RunnerMemory {
  const { programs: _programs, service_files: _files, ...settings } = snapshot
  return world.transaction(() => {
    if (!hasTables(world)) makeTables(world)
    return emptyMemory(world, { ...settings, wanted: -1, accounts: [] })
  })
}

function emptyMemory(world: RunnerWorld, settings: RunnerSettings): RunnerMemory {
  const turns = {
    under_way: new Map(),
    lacking: new Set<string>(),
    poked: new Set<number>(),
    own_hooks: new Map(),
    next_writes: new Map(),
    filter_use: { since: 0, fuel: 0 },
  }
  const fresh = { ...turns, alarm: null, open_bytes: null }
  return { world, settings, ...fresh, ...readMemory(world) }
}

/** The part of memory that the tables hold too. */
function readMemory(world: Tables & Pick<RunnerWorld, 'readService'>) {
  return {
    programs: readCurrentPrograms(world),
    added: loadAddedServices(world),
    ...readSubscriptionIds(world),
    newest_run: world.sql<{ at: number }>('select at from run order by seq desc limit 1')[0]?.at ?? 0,
    fresh: null,
    open_runs: world.sql<{ n: number }>('select count(*) as n from run where ended_at is null')[0]?.n ?? 0,
    begins: readBegins(world),
    troubles: readTroubles(world),
    refused_keys: new Map<string, number>(JSON.parse(readMeta(world, 'refused_keys') ?? '[]')),
  }
}

/** So many begins are remembered: enough for the pace of every plan. */
export const MOST_BEGINS = 1000

function readBegins(world: Tables): number[] {
  const rows = world.sql<{ begins: number }>(
    'select begins from (select seq, begins, leads from run order by seq desc limit ?) where leads = 1 order by seq',
    MOST_BEGINS,
  )
  return rows.map(({ begins }) => begins)
}

/** All or nothing, also of what memory holds: where the work fails, memory is as the tables say. */
export function transact<Result>(memory: RunnerMemory, work: () => Result): Result {
  return withMemory(memory, () => memory.world.transaction(work))
}

/** Like `transact`, for work that makes one statement where `isOne`: that is all or nothing by itself. */
export function transactUnlessOne<Result>(memory: RunnerMemory, isOne: boolean, work: () => Result): Result {
  return isOne ? withMemory(memory, work) : transact(memory, work)
}

function withMemory<Result>(memory: RunnerMemory, work: () => Result): Result {
  const { settings } = memory
  try {
    return work()
  } catch (error) {
    Object.assign(memory, readMemory(memory.world), { settings })
    throw error
  }
}

/** What the user's plan gives now. */
export function planOf({ world, settings }: RunnerMemory) {
  return PLANS[tierOf(settings.subscriptions, world.now())]
}
