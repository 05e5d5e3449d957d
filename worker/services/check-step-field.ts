import { STEP_SEGMENTS, type StepKind } from '../contract/connections/service.ts'
import { isSealedSecret } from '../system/secrets/field-secret.ts'
import type { FieldDefinition } from './format/service-definition.ts'
import { ownServiceFile } from './service-registry.ts'

type StepOfField = { module_name: string; kind: StepKind; slug: string }

/**
 * Finds the problem with a value for its service, besides its field's type, as a sentence; null if none. The value of
 * an ingredient is known only when the Applet runs, and a secret that was saved has been checked before.
 */
export function checkStepField(step: StepOfField, field: string, value: string): string | null {
  if (value === '' || value.includes('{{') || isSealedSecret(value)) return null
  return findStepField(step, field)?.check?.(value) ?? null
}

/** The field as the file of a service has it that came with the deployment; null where there is none. */
export function findStepField({ module_name, kind, slug }: StepOfField, field: string): FieldDefinition | null {
  const steps: readonly { slug: string; fields?: FieldDefinition[] }[] =
    ownServiceFile(module_name)?.[STEP_SEGMENTS[kind]] ?? []
  const fields = steps.find((step) => step.slug === slug)?.fields ?? []
  return fields.find((each) => each.slug === field) ?? null
}
