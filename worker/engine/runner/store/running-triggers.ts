import type { Program, ProgramBranch } from '../../../system/runner-api/program.ts'
import type { TriggerDefinition } from '../../steps/service-steps.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { findService } from './added-services.ts'
import type { RunStart } from './runs.ts'
import { hookKey, type Subscription } from './subscriptions.ts'

/** A feature of a running Applet, with the version that new runs take, and the subscription of its trigger. */
export type RunningTrigger = RunStart & { branch: ProgramBranch }

/** Whether new runs of the Applet begin: it is on, and was not turned off by itself. */
export function isRunning({ programs, troubles }: RunnerMemory, applet_id: number): boolean {
  return programs.get(applet_id)?.program.running === true && !troubles.get(applet_id)?.paused
}

/** Whose Applets follow this trigger now. */
export function branchesOf(
  memory: RunnerMemory,
  { id: subscription, key, applets }: Pick<Subscription, 'id' | 'key' | 'applets'>,
): RunningTrigger[] {
  return applets.flatMap((applet_id) => {
    const current = memory.programs.get(applet_id)
    if (!current || !isRunning(memory, applet_id)) return []
    const branches = current.program.branches.filter(({ trigger }) => trigger.identity === key)
    return branches.map((branch) => ({ applet_id, rev: current.rev, feature: branch.feature, subscription, branch }))
  })
}

type Told = { program: Program; branch: ProgramBranch; definition: TriggerDefinition }

/** The triggers that wait to be told, of Applets that run, for which `isMeant` is true. */
export function toldTriggers(memory: RunnerMemory, isMeant: (told: Told) => boolean): RunningTrigger[] {
  const found: RunningTrigger[] = []
  for (const [applet_id, { rev, program }] of memory.programs) {
    if (!isRunning(memory, applet_id)) continue
    for (const branch of program.branches) {
      const { feature, trigger } = branch
      const definition = findService(memory, trigger.module_name)?.triggers[trigger.slug]
      if (definition?.mode !== 'hook' || !isMeant({ program, branch, definition })) continue
      const subscription = memory.hook_ids.get(hookKey(applet_id, feature))
      if (subscription !== undefined) found.push({ applet_id, rev, feature, subscription, branch })
    }
  }
  return found
}
