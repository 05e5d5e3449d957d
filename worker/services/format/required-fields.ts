import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition } from '../../engine/steps/service-steps.ts'
import type { FieldDefinition } from './service-definition.ts'

/** An action in code that never begins while one of its required fields is empty. */
export function withRequired(
  fields: readonly FieldDefinition[],
  run: ActionDefinition['run'],
): ActionDefinition['run'] {
  return async (call, io) => {
    const empty = fields.find(({ slug, required = true }) => required && (call.fields[slug] ?? '').trim() === '')
    if (!empty) return run(call, io)
    return failedOutcome({ failure: 'input', message: `${empty.label} came out empty.` })
  }
}
