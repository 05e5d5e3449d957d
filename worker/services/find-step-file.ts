import { STEP_SEGMENTS, type StepKind } from '../contract/connections/service.ts'
import { isSealedSecret } from '../system/secrets/field-secret.ts'
import type { FieldDefinition, StepFile } from './format/service-definition.ts'
import { matchText } from './format/match-text.ts'
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

/**
 * Finds the problem with a value for its service, besides its field's type, as a sentence; null if none. The value of
 * an ingredient is known only when the Applet runs, and a secret that was saved has been checked before. A service that
 * an operator has added is known after `loadServices`.
 */
export function checkStepField(step: StepOfService, field: string, value: string): string | null {
  if (value === '' || value.includes('{{') || isSealedSecret(value)) return null
  const found = findStepField(step, field)
  if (!found) return null
  const { match } = found
  if (match && matchText(match.as, value) === null) return match.message
  return serviceFile(step.module_name)?.code?.checks?.[field]?.(value) ?? null
}
