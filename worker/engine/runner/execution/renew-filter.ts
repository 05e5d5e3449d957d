import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { rewriteProgram } from '../store/programs.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { Work } from './run-under-way.ts'

/** Whether the program holds what an engine of before ran. */
export function hasFilterOfBefore({ branch }: Work): boolean {
  return stepsOfKind(branch.steps, 'filter').some(({ compiled }) => compiled.version === 1)
}

/** Puts the code of its version into a program of before, for this and all later runs. Throws if D1 cannot be reached. */
export async function renewFilter(memory: RunnerMemory, { run, program }: Work): Promise<void> {
  const source = await memory.world.readFilterCode(program.applet_id, program.version)
  if (source === null) return
  for (const { steps } of program.branches)
    for (const filter of stepsOfKind(steps, 'filter')) filter.compiled = { version: 2, source }
  rewriteProgram(memory, run, program)
}
