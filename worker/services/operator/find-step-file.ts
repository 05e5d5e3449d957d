import { STEP_SEGMENTS, type StepKind } from '../../contract/connections/service.ts'
import type { FieldDefinition, StepFile } from '../format/service-definition.ts'
import { serviceFile } from './known-services.ts'

type StepOfService = { module_name: string; kind: StepKind; slug: string }

/** The step as the file of its service has it; null where there is none. As with `findService`. */
export function findStepFile({ module_name, kind, slug }: StepOfService): StepFile | null {
  const steps: readonly StepFile[] = serviceFile(module_name)?.[STEP_SEGMENTS[kind]] ?? []
  return steps.find((step) => step.slug === slug) ?? null
}

/** The field as that file has it; null where there is none. */
export function findStepField(step: StepOfService, field: string): FieldDefinition | null {
  return findStepFile(step)?.fields?.find((each) => each.slug === field) ?? null
}

/** How sentences name the step; null where its file does not say. */
export function stepWords(step: StepOfService): { phrase: string | null; sentence: string | null } {
  const { phrase = null, sentence = null } = findStepFile(step) ?? {}
  return { phrase, sentence }
}
