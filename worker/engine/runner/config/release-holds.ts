import { serviceSteps } from '../../../system/runner-api/program.ts'
import { DAY } from '../../../contract/shared/durations.ts'
import type { HoldReason } from '../../../contract/runs/applet-run.ts'
import { HOLD_WORDS } from '../../../contract/runs/hold-words.ts'
import { cancelOpenRuns } from './cancel-runs.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** After a reconnect, so many held runs go on by themselves if none is older than a day; more are asked about. */
const MOST_RESUMED = 20

/** Lets held runs go on whose reason may have ended with a new snapshot. Each is checked again when it is taken. */
export function releaseHolds(memory: RunnerMemory): void {
  const reasons: HoldReason[] = ['plan', 'paused', 'service_off', 'internal']
  memory.world.sql(
    `update run set state = 'ready', hold = null, due = ? where ended_at is null and state = 'held'
     and hold in (select value from json_each(?))`,
    memory.world.now(),
    JSON.stringify(reasons),
  )
  releaseConnectionHolds(memory)
}

/** Whether none of the Applet's accounts is broken: the snapshot may have missed that one was. */
function isConnected({ programs, settings }: RunnerMemory, applet_id: number): boolean {
  const used = serviceSteps(programs.get(applet_id)?.program.branches ?? [])
  const broken = new Set(settings.accounts.filter(({ status }) => status === 'broken').map(({ id }) => id))
  return used.every(({ account_id }) => account_id === null || !broken.has(account_id))
}

function releaseConnectionHolds(memory: RunnerMemory): void {
  const { world } = memory
  const held = world.sql<{ applet_id: number; n: number; oldest: number }>(
    `select applet_id, count(*) as n, min(at) as oldest from run where ended_at is null and hold = 'connection' group by applet_id`,
  )
  for (const { applet_id, n, oldest } of held) {
    if (!isConnected(memory, applet_id)) continue
    const goesOn = n <= MOST_RESUMED && world.now() - oldest < DAY
    if (goesOn) setHeld(memory, applet_id, 'connection', { state: 'ready', hold: null, due: world.now() })
    else setHeld(memory, applet_id, 'connection', { state: 'held', hold: 'reconnected', due: null })
  }
}

type Change = { state: 'ready' | 'held'; hold: HoldReason | null; due: number | null }

/** Changes the held runs of an Applet. Without `due` they wait until they are given up. Returns how many. */
function setHeld({ world }: RunnerMemory, applet_id: number, from: HoldReason, change: Change): number {
  const changed = world.sql(
    `update run set state = ?, hold = ?, due = coalesce(?, give_up), message = ?
     where ended_at is null and applet_id = ? and hold = ? returning seq`,
    change.state,
    change.hold,
    change.due,
    change.hold && HOLD_WORDS[change.hold],
    applet_id,
    from,
  )
  return changed.length
}

/** A person says whether the runs that waited for a reconnected account are done now. Returns how many. */
export function resolveHeld(memory: RunnerMemory, applet_id: number, answer: 'do' | 'drop'): number {
  switch (answer) {
    case 'do':
      return setHeld(memory, applet_id, 'reconnected', { state: 'ready', hold: null, due: memory.world.now() })
    case 'drop':
      return dropHeld(memory, applet_id)
  }
}

function dropHeld(memory: RunnerMemory, applet_id: number): number {
  const held = memory.world.sql<{ seq: number }>(
    "select seq from run where ended_at is null and applet_id = ? and hold = 'reconnected'",
    applet_id,
  )
  return cancelOpenRuns(memory, { seqs: held.map(({ seq }) => seq) }, 'You dropped it.')
}
