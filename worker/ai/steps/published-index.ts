import type { Ctx } from '../../system/context/context.ts'
import type { ServiceDefinition } from '../../services/format/service-definition.ts'
import { loadServices, serviceFile } from '../../services/known-services.ts'
import { indexSteps, type StepIndex } from '../../services/catalog/steps/step-index.ts'
import { knownSteps } from '../../services/catalog/steps/known-step.ts'

/** The catalog changes with a deployment or by an operator's press, so one index serves many sentences. */
let kept: { files: readonly ServiceDefinition[]; index: StepIndex } | null = null

/** The index of these services' steps. Services that an operator has added are read as `loadServices` says. */
export async function publishedIndex(ctx: Ctx, modules: readonly string[]): Promise<StepIndex> {
  await loadServices(ctx, modules)
  const files = modules.map(serviceFile).filter((file) => file !== null)
  if (!kept || kept.files.length !== files.length || files.some((file, at) => file !== kept?.files[at])) {
    kept = { files, index: indexSteps(knownSteps(files)) }
  }
  return kept.index
}
