import { usedServices, type Program, type ProgramChange } from '../../../system/runner-api/program.ts'
import { isUntold, saveAddedServices } from '../store/added-services.ts'
import { transact } from '../store/stored-memory.ts'
import { dropUnusedFollows, unfollow } from '../triggers/follow-source.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { followTriggers, triggerKeys } from './follow-triggers.ts'
import { releaseHolds } from './release-holds.ts'
import { saveSettings, takeProgram, turnAppletOff } from './apply-snapshot.ts'

/**
 * Takes the change of one Applet, in one transaction, where the Runner has all that was before it: all else then is as it
 * was told. A change that it has already changes nothing. Returns the identities of triggers with an account that no
 * program has since; null, changing nothing, where it lacks something from before.
 */
export function applyChange(memory: RunnerMemory, change: ProgramChange): string[] | null {
  const { before, wanted, applet_id, program, service_files } = change
  const { settings } = memory
  if (settings.wanted >= wanted) return []
  if (settings.wanted !== before) return null
  const old = memory.programs.get(applet_id)?.program ?? null
  // A Runner of before was told programs without files: which of its triggers others share comes with everything.
  if (old && usedServices([old]).some((module_name) => isUntold(memory, module_name))) return null
  const unused = transact(memory, () => {
    const hasNews = program !== null && saveAddedServices(memory, usedServices([program]), service_files)
    if (program) takeProgram(memory, program)
    else if (old) turnAppletOff(memory, applet_id)
    saveSettings(memory, { ...settings, wanted })
    // A file that is new may change how other programs start.
    const keys = hasNews ? null : new Set([old, program].flatMap((each) => (each ? triggerKeys(each) : [])))
    followTriggers(memory, settings, keys)
    releaseHolds(memory)
    return dropUnusedFollows(memory, keys)
  })
  unfollow(memory, unused)
  return old ? identitiesLeft(memory, old) : []
}

function identitiesLeft({ programs }: RunnerMemory, old: Program): string[] {
  const kept = new Set([...programs.values()].flatMap(({ program }) => identitiesOf(program)))
  return identitiesOf(old).filter((identity) => !kept.has(identity))
}

/** Of an account, about which a service may say "poll now". */
function identitiesOf({ branches }: Program): string[] {
  return branches.flatMap(({ trigger }) => (trigger.account_id === null ? [] : [trigger.identity]))
}
