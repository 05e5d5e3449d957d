import type { ProgramStep } from '../../../system/runner-api/program.ts'
import type { Ingredients } from '../../../system/runner-api/step-outcome.ts'
import { findService } from '../store/added-services.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** The examples of a trigger's ingredients. */
export function exampleValues(
  memory: RunnerMemory,
  { module_name, slug }: Pick<ProgramStep, 'module_name' | 'slug'>,
): Ingredients {
  const known = findService(memory, module_name)?.triggers[slug]?.ingredients ?? []
  return Object.fromEntries(known.map((ingredient) => [ingredient.slug, ingredient.example]))
}
