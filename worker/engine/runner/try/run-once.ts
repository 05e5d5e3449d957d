import { usedServices } from '../../../system/runner-api/program.ts'
import type { RunOnceAnswer, RunOnceRequest } from '../../../system/runner-api/try-api.ts'
import { saveAddedServices } from '../store/added-services.ts'
import { findTestRun, insertTestRun } from '../store/test-runs.ts'
import { savePastProgram } from '../store/programs.ts'
import { transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { eventToTry } from './event-to-try.ts'

/**
 * Does a draft once for each press, as a run that is marked as a test. Its version is kept beside those of its Applet
 * and goes with the run; what has started it counts nothing as seen, because test runs have a subscription of their
 * own.
 */
export function runOnce(
  memory: RunnerMemory,
  { program, event: tried, press, service_files }: RunOnceRequest,
): RunOnceAnswer {
  const known = findTestRun(memory, program, press)
  if (known !== null) return { kind: 'begun', run: known }
  const [branch] = program.branches
  const event = eventToTry(memory, tried)
  if (!branch || !event) return { kind: 'event_gone' }
  return transact(memory, () => {
    saveAddedServices(memory, usedServices([program]), service_files)
    const rev = savePastProgram(memory, program)
    return { kind: 'begun', run: insertTestRun(memory, { applet_id: program.applet_id, rev, branch, event, press }) }
  })
}
