import type { Program } from '../../../system/runner-api/program.ts'

/** The module names of all services that these programs use. */
export function usedServices(programs: readonly Program[]): string[] {
  const steps = programs.flatMap(({ branches }) =>
    branches.flatMap(({ trigger, queries, actions }) => [trigger, ...queries, ...actions]),
  )
  return [...new Set(steps.map(({ module_name }) => module_name))]
}
