import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { httpAction } from '../format/http/http-steps.ts'
import { protocolProblem, requestJson } from '../format/http/send-request.ts'
import type { FieldDefinition } from '../format/service-definition.ts'
import { MASTODON } from './mastodon-account.ts'

const NOT_FOUND = failedOutcome({
  failure: 'status',
  status: 404,
  message: 'Your server does not find this post. Check its address.',
})

/**
 * Boosts a post by its address, wherever it was posted: the user's own server looks it up. Again changes nothing more.
 */
export function boostPost(fields: FieldDefinition[]): ActionDefinition['run'] {
  const boost = httpAction(MASTODON, {
    request: { post: '/api/v1/statuses/{{fields.id}}/reblog' },
    result: { id: '$.id', url: '$.reblog.url' },
  })
  return async (call, io) => {
    const found = await findPost(fields, call.fields, io)
    return found.ok ? boost({ ...call, fields: { id: found.value } }, io) : found
  }
}

async function findPost(
  fields: FieldDefinition[],
  values: Record<string, string>,
  io: StepIo,
): Promise<StepOutcome<string>> {
  const query = { q: '{{fields.post}}', type: 'statuses', resolve: 'true', limit: '1' }
  const request = { get: '/api/v2/search', query } as const
  const asked = await requestJson(MASTODON, { request, fields, values }, { ...io, key: null })
  if (!asked.ok) return asked
  const list = readPlace(asked.value.value, '$.statuses')
  if (!Array.isArray(list)) return protocolProblem(MASTODON, asked.value.status)
  const id = toId(readPlace(list[0], '$.id'))
  return id === null ? NOT_FOUND : { ok: true, value: id }
}
