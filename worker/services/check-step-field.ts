import type { StepKind } from '../contract/connections/service.ts'
import { isSealedSecret } from '../secrets/field-secret.ts'
import type { FieldDefinition } from './format/service-definition.ts'
import { serviceDefinitions } from './service-registry.ts'

type StepOfField = { module_name: string; kind: StepKind; slug: string }

const STEPS = { trigger: 'triggers', query: 'queries', action: 'actions' } as const satisfies Record<StepKind, string>

/**
 * What a service has against a value besides its field's type, as a sentence; null if nothing. What ingredients become
 * is known only when the Applet runs, and a secret that was saved has been checked before.
 */
export function checkStepField({ module_name, kind, slug }: StepOfField, field: string, value: string): string | null {
  if (value === '' || value.includes('{{') || isSealedSecret(value)) return null
  const service = serviceDefinitions.find((each) => each.module_name === module_name)
  const steps: readonly { slug: string; fields?: FieldDefinition[] }[] = service?.[STEPS[kind]] ?? []
  const fields = steps.find((step) => step.slug === slug)?.fields ?? []
  return fields.find((each) => each.slug === field)?.check?.(value) ?? null
}
