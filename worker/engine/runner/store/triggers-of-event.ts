import type { Program, ProgramBranch } from '../../../system/runner-api/program.ts'
import type { TriggerDefinition } from '../../steps/service-steps.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { findService } from './added-services.ts'
import { hookKey } from './subscriptions.ts'

/** A feature of a running Applet whose trigger was told of something, and that trigger's subscription. */
export type ToldTrigger = { applet_id: number; rev: number; branch: ProgramBranch; subscription: number }

type Told = { program: Program; branch: ProgramBranch; definition: TriggerDefinition }

/** The triggers that wait to be told, of Applets that run, for which `isMeant` is true. */
export function toldTriggers(memory: RunnerMemory, isMeant: (told: Told) => boolean): ToldTrigger[] {
  const found: ToldTrigger[] = []
  for (const [applet_id, { rev, program }] of memory.programs) {
    if (!program.running || memory.troubles.get(applet_id)?.paused) continue
    for (const branch of program.branches) {
      const { module_name, slug } = branch.trigger
      const definition = findService(memory, module_name)?.triggers[slug]
      if (definition?.mode !== 'hook' || !isMeant({ program, branch, definition })) continue
      const subscription = memory.hook_ids.get(hookKey(applet_id, branch.feature))
      if (subscription !== undefined) found.push({ applet_id, rev, branch, subscription })
    }
  }
  return found
}
