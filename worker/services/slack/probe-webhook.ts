import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { JSON_POST, readAnswer, type Refusal } from '../format/http/post-to-webhook.ts'

/** Workspace and webhook; a secret follows. */
const IDS = /\/services\/([^/]+)\/([^/]+)\//

/** Slack's words for an address that does not come back. */
const GONE = ['no_service', 'no_service_id', 'no_team', 'no_active_hooks', 'invalid_token', 'channel_not_found']
/** Slack's words for a message without a text, which only an address that works is asked for. */
const ALIVE = ['no_text', 'invalid_payload', 'missing_text_or_fallback_or_attachments']

export const slackWebhook = { name: 'Slack', isGone: ({ text }: Refusal) => GONE.includes(text.trim()) }

/** Posts a message without a text: Slack posts nothing, and says whether the address works. */
export async function probeWebhook(io: StepIo): Promise<StepOutcome<{ id: string; name: string }>> {
  const address = io.credentials['webhook'] ?? ''
  const outcome = await io.fetch(address, { ...JSON_POST, body: '{}' })
  if (!outcome.ok) return outcome
  const said = await outcome.value.clone().text()
  const isAlive = outcome.value.ok || ALIVE.includes(said.trim())
  const answer = isAlive ? null : await readAnswer(slackWebhook, outcome.value, io.now)
  if (answer && !answer.ok) return answer
  const [, team, webhook] = IDS.exec(address) ?? []
  return { ok: true, value: { id: `${team}/${webhook}`, name: `Webhook ${webhook}` } }
}
