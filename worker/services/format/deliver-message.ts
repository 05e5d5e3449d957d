import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, StepCall } from '../../engine/steps/service-steps.ts'
import type { Deliver } from '../../messages/notifications/deliver-to-user.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import type { FieldDefinition } from './service-definition.ts'

type Delivery = (call: StepCall & { key: string }, deliver: Deliver) => Promise<StepOutcome<null>>

/** An action that tells the user something: its key makes it once. Without a text in `main` there is nothing to say. */
export function deliverMessage(main: FieldDefinition, delivery: Delivery): ActionDefinition['run'] {
  return async (call, { key, deliver }) => {
    if ((call.fields[main.slug] ?? '').trim() === '') {
      return failedOutcome({ failure: 'input', message: `${main.label} came out empty.` })
    }
    if (key === null) throw new Error('A message needs the key of its effect.')
    const outcome = await delivery({ ...call, key }, deliver)
    return outcome.ok ? { ok: true, value: { id: null, url: null, answer: null } } : outcome
  }
}
