import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { whenToCode } from '../../../contract/drafts/conditions-code.ts'
import type { TriggerDefinition } from '../../steps/service-steps.ts'
import type { ProgramBranch } from '../../../system/runner-api/program.ts'
import { filterNamesOf } from './decide-actions.ts'
import { findService } from '../store/added-services.ts'
import { rewriteProgram } from '../store/programs.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { Work } from './run-under-way.ts'

/** Whether the program holds what an engine of before ran. */
export function hasFilterOfBefore({ branch }: Work): boolean {
  return stepsOfKind(branch.steps, 'filter').some(({ compiled }) => compiled.version === 1)
}

/** Puts its code into a program of before, for this and all later runs. Throws if D1 cannot be reached. */
export async function renewFilter(memory: RunnerMemory, { run, program }: Work): Promise<void> {
  const when = await memory.world.readWhen(program)
  if (when === null) return
  for (const branch of program.branches) {
    const source = whenToCode(when, namesIn(memory, branch)) ?? ''
    for (const filter of stepsOfKind(branch.steps, 'filter')) filter.compiled = { version: 2, source }
  }
  rewriteProgram(memory, run, program)
}

/** How a form's code calls the actions and ingredients of the branch. */
function namesIn(memory: RunnerMemory, { trigger, steps }: ProgramBranch) {
  const queries = stepsOfKind(steps, 'query')
  const ofService = (module_name: string) => findService(memory, module_name)
  const ingredients = [
    ...named(filterNamesOf(memory, [trigger]), [ofService(trigger.module_name)?.triggers[trigger.slug]]),
    ...named(
      filterNamesOf(memory, queries),
      queries.map(({ module_name, slug }) => ofService(module_name)?.queries[slug]),
    ),
  ]
  return { actions: filterNamesOf(memory, stepsOfKind(steps, 'action')), ingredients }
}

type Listed = Pick<TriggerDefinition, 'ingredients'>

function named(names: readonly string[], steps: readonly (Listed | undefined)[]) {
  return steps.flatMap((step, at) =>
    (step?.ingredients ?? []).map(({ slug, name: label, type }) => ({
      filter_name: `${names[at]}.${slug}`,
      label,
      type,
    })),
  )
}
