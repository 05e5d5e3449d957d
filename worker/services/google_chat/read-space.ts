import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { sha256Hex } from '../../system/secrets/hashes.ts'
import type { Refusal } from '../format/http/post-to-webhook.ts'

const SPACE = /\/spaces\/([\w-]+)\/messages$/

export const chatWebhook = {
  name: 'Google Chat',
  isGone: ({ status, text }: Refusal) =>
    status === 401 || status === 403 || status === 404 || text.includes('API_KEY_INVALID'),
}

/**
 * A webhook cannot be asked without posting: the first message shows whether its address works. A space may have
 * several; a hash tells them apart.
 */
export async function readSpace({ credentials }: StepIo): Promise<StepOutcome<{ id: string; name: string }>> {
  const address = new URL(credentials['webhook'] ?? '')
  const [, space] = SPACE.exec(address.pathname) ?? []
  const token = address.searchParams.get('token')
  if (space && token && address.searchParams.has('key')) {
    const mark = (await sha256Hex(token)).slice(0, 8)
    return { ok: true, value: { id: `${space}/${mark}`, name: `Space ${space}` } }
  }
  const message = 'A part of this address is missing. Copy all of it.'
  return failedOutcome({ failure: 'input', attribute: 'webhook', message })
}
