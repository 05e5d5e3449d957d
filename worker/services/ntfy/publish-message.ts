import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition } from '../../engine/steps/service-steps.ts'
import { toId } from '../format/answer-place.ts'
import { cutBytes, cutText } from '../format/cut-text.ts'
import { JSON_POST, jsonValue } from '../format/http/post-to-webhook.ts'
import { askNtfy } from './ask-ntfy.ts'

/** ntfy makes a file of a longer message. */
const MESSAGE_MAX = 4096
const TITLE_MAX = 250

export const publishMessage: ActionDefinition['run'] = async ({ fields }, io) => {
  const body = JSON.stringify({ topic: io.credentials['topic'], ...messageOf(fields) })
  const sent = await askNtfy(io, '', { ...JSON_POST, body })
  if (!sent.ok && sent.problem.status === 403) {
    const message = 'ntfy does not let this connection write to the topic. Connect with a token that may.'
    return failedOutcome({ failure: 'status', status: 403, message })
  }
  if (!sent.ok) return sent
  return { ok: true, value: { id: toId(jsonValue(await sent.value.text(), 'id')), url: null, answer: null } }
}

function messageOf({ message = '', title, priority, tags = '', click, attach }: Record<string, string>) {
  const names = tags.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]))
  return {
    message: cutBytes(message, MESSAGE_MAX),
    priority: Number(priority) || 3,
    ...(title && { title: cutText(title, TITLE_MAX) }),
    ...(names.length > 0 && { tags: names }),
    ...(click && { click }),
    ...(attach && { attach }),
  }
}
