import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import type { Refusal } from '../format/http/post-to-webhook.ts'

const WORKFLOW = /\/workflows\/([0-9a-f]{32})\//

/** A workflow that was deleted, whose address was made again, or that is switched off. */
export const teamsWorkflow = {
  name: 'Microsoft Teams',
  isGone: ({ status }: Refusal) => status === 401 || status === 403 || status === 404,
}

/** A workflow cannot be asked without posting: the first message shows whether its address works. */
export async function readWorkflow({ credentials }: StepIo): Promise<StepOutcome<{ id: string; name: string }>> {
  const address = credentials['webhook'] ?? ''
  const [, id] = WORKFLOW.exec(address) ?? []
  if (id && new URL(address).searchParams.has('sig'))
    return { ok: true, value: { id, name: `Workflow …${id.slice(-6)}` } }
  const message = 'A part of this address is missing. Copy all of it.'
  return failedOutcome({ failure: 'input', attribute: 'webhook', message })
}
