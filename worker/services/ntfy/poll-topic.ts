import { parseJson } from '../../contract/shared/parse-json.ts'
import type { Poll } from '../../engine/steps/service-steps.ts'
import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId, toIngredient, toTime } from '../format/answer-place.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import { askNtfy, NTFY } from './ask-ntfy.ts'

const PAGE_MAX = 1024 * 1024

/**
 * All messages that the server still has, newest first; after the first check only those since the newest known one,
 * whose id is kept as the page's `etag`.
 */
export const pollTopic: Poll = async ({ etag }, io) => {
  const topic = encodeURIComponent(io.credentials['topic'] ?? '')
  const since = encodeURIComponent(etag ?? 'all')
  const asked = await askNtfy(io, `/${topic}/json?poll=1&since=${since}`, { redirects: 'get', max_bytes: PAGE_MAX })
  if (!asked.ok) return asked
  const items = readMessages(await asked.value.text())
  if (items === null) return protocolProblem(NTFY, asked.value.status)
  const [newest] = items
  const page = { items, next: null, last_modified: null, fresh_for: null }
  return { ok: true, value: { ...page, etag: newest?.id ?? null, unchanged: items.length === 0 } }
}

/** One JSON object a line, oldest first; null for a line that is not one. */
function readMessages(text: string): TriggerItem[] | null {
  const events = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]))
  if (events.some((event) => typeof event !== 'object' || event === null)) return null
  return events
    .filter((event) => readPlace(event, '$.event') === 'message')
    .flatMap((event) => {
      const id = toId(readPlace(event, '$.id'))
      return id === null ? [] : [toItem(id, event)]
    })
    .toReversed()
}

function toItem(id: string, event: unknown): TriggerItem {
  const at = toTime(readPlace(event, '$.time'))
  const tags = readPlace(event, '$.tags')
  return {
    id,
    at,
    ingredients: {
      Message: toIngredient(readPlace(event, '$.message')),
      Title: toIngredient(readPlace(event, '$.title')),
      // 3 is what a message has that names none.
      Priority: toIngredient(readPlace(event, '$.priority') ?? 3),
      Tags: Array.isArray(tags) ? tags.join(', ') : null,
      ClickUrl: toIngredient(readPlace(event, '$.click')),
      AttachmentUrl: toIngredient(readPlace(event, '$.attachment.url')),
      SentAt: at === null ? null : new Date(at).toISOString(),
    },
  }
}
