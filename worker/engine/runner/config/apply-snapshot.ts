import { PLANS } from '../../../contract/tiers.ts'
import { upcastProgram, usedServices, type Program, type RunnerSnapshot } from '../../../system/runner-api/program.ts'
import { saveAddedServices } from '../store/added-services.ts'
import { endTrouble } from '../store/applet-failures.ts'
import { dropProgram, pruneRevisions, saveProgram } from '../store/programs.ts'
import { writeMeta } from '../store/tables.ts'
import { transact } from '../store/stored-memory.ts'
import { dropUnusedFollows, unfollow } from '../triggers/follow-source.ts'
import { nextBegin, noteBegin } from '../triggers/pace.ts'
import { tierOf } from '../../../users/entitlements/entitlement-rules.ts'
import type { RunnerMemory, RunnerSettings } from '../world/memory.ts'
import { cancelOpenRuns } from './cancel-runs.ts'
import { followTriggers } from './follow-triggers.ts'
import { releaseHolds } from './release-holds.ts'

/** Makes a newer snapshot the Runner's truth, in one transaction; an older one changes nothing. */
export function applySnapshot(memory: RunnerMemory, snapshot: RunnerSnapshot): void {
  if (snapshot.wanted <= memory.settings.wanted) return
  const { programs: given, service_files, ...settings } = snapshot
  // While it is deployed, an API Worker of before sends programs as it knows them.
  const programs = given.map(upcastProgram)
  const before = memory.settings
  const unused = transact(memory, () => {
    saveAddedServices(memory, usedServices(programs), service_files)
    const kept = new Set(programs.map(({ applet_id }) => applet_id))
    for (const [applet_id] of memory.programs) if (!kept.has(applet_id)) turnAppletOff(memory, applet_id)
    for (const program of programs) takeProgram(memory, program)
    saveSettings(memory, settings)
    followTriggers(memory, before, null)
    releaseHolds(memory)
    followPace(memory, before)
    pruneRevisions(memory)
    return dropUnusedFollows(memory, null)
  })
  unfollow(memory, unused)
}

/** Has new runs take this program. Part of the transaction in which the Runner is told of it. */
export function takeProgram(memory: RunnerMemory, program: Program): void {
  const old = memory.programs.get(program.applet_id)?.program
  // Turned off and on again: its user wants it to run once more.
  if (old && old.enabled_at !== program.enabled_at) endTrouble(memory, program.applet_id)
  saveProgram(memory, program)
}

/** No further run of the Applet begins, and what waits, retries or is held is canceled. */
export function turnAppletOff(memory: RunnerMemory, applet_id: number): void {
  dropProgram(memory, applet_id)
  endTrouble(memory, applet_id)
  cancelOpenRuns(memory, { applet_id }, 'The Applet was turned off.')
}

export function saveSettings(memory: RunnerMemory, settings: RunnerSettings): void {
  memory.settings = settings
  writeMeta(memory.world, 'snapshot', JSON.stringify(settings))
}

/** A plan with more events a minute moves forward what the plan before held for its pace. */
function followPace(memory: RunnerMemory, before: RunnerSettings): void {
  const { world, settings } = memory
  const now = world.now()
  const paceOf = ({ subscriptions }: RunnerSettings) => PLANS[tierOf(subscriptions, now)].hook_events_per_minute
  const pace = paceOf(settings)
  if (pace <= paceOf(before)) return
  const held = world.sql<{ seq: number; leads: number }>(
    "select seq, leads from run where ended_at is null and hold = 'pace' order by seq",
  )
  memory.begins = memory.begins.filter((begin) => begin <= now)
  let begins = now
  for (const { seq, leads } of held) {
    // The runs of one event begin together.
    if (leads === 1) {
      begins = nextBegin(memory.begins, pace, now)
      noteBegin(memory, begins)
    }
    world.sql('update run set begins = ?, due = ? where seq = ?', begins, begins, seq)
  }
}
