import type { DraftStep } from '../../../../worker/contract/drafts/draft.ts'
import { ALIKE } from '../sentences/alike-steps.ts'

type Kind = keyof typeof ALIKE

/** The ids without their kind that a step's name in a sentence may mean. */
export function idsOf(kind: Kind, name: string): readonly string[] {
  const alike: Readonly<Record<string, readonly string[]>> = ALIKE[kind]
  return alike[name] ?? [name]
}

/** Steps of a draft by the names that a sentence has for them. */
type FoundSteps = { found: { name: string; step: DraftStep }[]; missing: string[]; extra: DraftStep[] }

/** Takes each meant step from those given; their order does not matter. */
export function findSteps(kind: Kind, meant: readonly string[], given: readonly DraftStep[]): FoundSteps {
  const extra = [...given]
  const found: FoundSteps['found'] = []
  const missing: string[] = []
  for (const name of meant) {
    const at = extra.findIndex(({ module_name, slug }) => idsOf(kind, name).includes(`${module_name}/${slug}`))
    const [step] = at < 0 ? [] : extra.splice(at, 1)
    if (step) found.push({ name, step })
    else missing.push(name)
  }
  return { found, missing, extra }
}
