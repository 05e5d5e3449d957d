import { linkedPage } from '../../system/outbound/linked-page.ts'
import type { Poll, StepIo } from '../../engine/steps/service-steps.ts'
import type { PollPage, TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { httpPoll } from './http-steps.ts'
import type { RequestOwner } from './send-request.ts'
import type { FieldDefinition, IngredientDefinition, PollHttp } from './service-definition.ts'

type Listing = { fields: readonly FieldDefinition[]; ingredients: readonly IngredientDefinition[] }
/** `limit`: how many items a page has at most. */
type ForwardHttp = Omit<PollHttp, 'order' | 'next'> & { limit: number }

/** Pages that one poll reads of what is new; the next one goes on where it ended. */
const PAGES = 5

/**
 * A poll of a list that can be asked for what came after an item, oldest first: `min_id`, as the answer's Link header
 * gives it as `prev`. So nothing is skipped, however much is new. The mark that the next poll brings back is that id.
 */
export function forwardPoll(service: RequestOwner, step: Listing, { limit, ...http }: ForwardHttp): Poll {
  const request = { ...http.request, query: { ...http.request.query, limit: String(limit) } }
  const paged = { ...http, request, order: 'newest_first' } as const
  const askNewest = httpPoll(service, step, { ...paged, next: { link: 'next', query: 'max_id' } })
  const askAfter = httpPoll(service, step, { ...paged, next: { link: 'prev', query: 'min_id' } })
  return async (call, io) => {
    const asking = { ...call, etag: null, last_modified: null }
    if (call.page !== null || call.etag === null) {
      const newest = withNewestId(io)
      const asked = await askNewest(asking, newest.io)
      return asked.ok ? { ok: true, value: { ...asked.value, etag: newest.id(), last_modified: null } } : asked
    }
    let mark = call.etag
    let items: TriggerItem[] = []
    let fresh_for: PollPage['fresh_for'] = null
    for (let pages = 0; pages < PAGES; pages++) {
      const asked = await askAfter({ ...asking, page: mark }, io)
      if (!asked.ok && pages === 0) return asked
      // Items that were read before a failure count.
      if (!asked.ok) break
      fresh_for = asked.value.fresh_for
      items = [...asked.value.items, ...items]
      mark = asked.value.next ?? mark
      if (asked.value.items.length < limit) break
    }
    const about = { next: null, etag: mark, last_modified: null, unchanged: false, only_new: true, fresh_for }
    return { ok: true, value: { items, ...about } }
  }
}

/** The same ports, and the newest item's id as the last answer's Link header gave it. */
function withNewestId(io: StepIo): { io: StepIo; id(): string | null } {
  let id: string | null = null
  const fetch: StepIo['fetch'] = async (address, init) => {
    const outcome = await io.fetch(address, init)
    if (outcome.ok) id = linkedPage(outcome.value.headers, 'prev', 'min_id')
    return outcome
  }
  return { io: { ...io, fetch }, id: () => id }
}
