import { stepsOfServices } from '../../../contract/applets/step-list.ts'
import type { Program } from '../../../system/runner-api/program.ts'

/** The module names of all services that these programs use. */
export function usedServices(programs: readonly Program[]): string[] {
  const steps = programs.flatMap(({ branches }) =>
    branches.flatMap(({ trigger, steps: following }) => [trigger, ...stepsOfServices(following)]),
  )
  return [...new Set(steps.map(({ module_name }) => module_name))]
}
