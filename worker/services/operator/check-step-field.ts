import type { StepKind } from '../../contract/connections/service.ts'
import { isSealedSecret } from '../../system/secrets/field-secret.ts'
import { matchText } from '../format/match-text.ts'
import { findStepField } from './find-step-file.ts'
import { serviceFile } from './known-services.ts'

type StepOfField = { module_name: string; kind: StepKind; slug: string }

/**
 * Finds the problem with a value for its service, besides its field's type, as a sentence; null if none. The value of
 * an ingredient is known only when the Applet runs, and a secret that was saved has been checked before. A service that
 * an operator has added is known after `loadServices`.
 */
export function checkStepField(step: StepOfField, field: string, value: string): string | null {
  if (value === '' || value.includes('{{') || isSealedSecret(value)) return null
  const found = findStepField(step, field)
  if (!found) return null
  const { match } = found
  if (match && matchText(match.as, value) === null) return match.message
  return serviceFile(step.module_name)?.code?.checks?.[field]?.(value) ?? null
}
