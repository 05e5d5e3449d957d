import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { askRequest } from '../format/http/ask-request.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import type { Ask, Asking } from '../format/service-code.ts'
import { MASTODON } from './mastodon-account.ts'

const NOT_FOUND = failedOutcome({
  failure: 'status',
  status: 404,
  message: 'Your server does not find this post. Check its address.',
})

/**
 * Boosts a post by its address, wherever it was posted: the user's own server looks it up. Again changes nothing more.
 */
export function boostPost(boost: Ask<ActionDefinition['run']>) {
  return async (call: Asking, io: StepIo) => {
    const found = await findPost(call.fields['post'] ?? '', io)
    return found.ok ? boost({ ...call, values: { id: found.value } }, io) : found
  }
}

async function findPost(post: string, io: StepIo): Promise<StepOutcome<string>> {
  const asked = await askRequest(MASTODON, { name: 'find_post', values: { post } }, io)
  if (!asked.ok) return asked
  const list = readPlace(asked.value.value, '$.statuses')
  if (!Array.isArray(list)) return protocolProblem(MASTODON, asked.value.status)
  const id = toId(readPlace(list[0], '$.id'))
  return id === null ? NOT_FOUND : { ok: true, value: id }
}
