import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { toId } from '../format/answer-place.ts'
import { jsonValue, readAnswer, type Refusal } from '../format/http/post-to-webhook.ts'
import { protocolProblem } from '../format/http/send-request.ts'

/** `Unknown Webhook` and `Invalid Webhook Token`, as Discord numbers them. */
const GONE = [10015, 50027]

export const discordWebhook = {
  id: 'discord',
  name: 'Discord',
  hosts: ['discord.com'],
  isGone: ({ status, text }: Refusal) => status === 401 || GONE.includes(Number(jsonValue(text, 'code'))),
}

/** Asks the pasted address for its webhook's name. Posts nothing. */
export async function readWebhook(io: StepIo): Promise<StepOutcome<{ id: string; name: string }>> {
  const outcome = await io.fetch(io.credentials['webhook'] ?? '', { headers: { accept: 'application/json' } })
  if (!outcome.ok) return outcome
  const answer = await readAnswer(discordWebhook, outcome.value, io.now)
  if (!answer.ok) return answer
  const text = await answer.value.text()
  const id = toId(jsonValue(text, 'id'))
  if (id === null) return protocolProblem(discordWebhook, answer.value.status)
  return { ok: true, value: { id, name: toId(jsonValue(text, 'name')) ?? `Webhook …${id.slice(-4)}` } }
}
