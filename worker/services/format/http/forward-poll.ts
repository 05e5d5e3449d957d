import { linkedPage } from '../../../system/outbound/linked-page.ts'
import { readFreshFor } from '../../../system/outbound/retry-after.ts'
import type { Poll, StepCall, StepIo } from '../../../engine/steps/service-steps.ts'
import { askPage, type PolledTrigger } from './http-poll.ts'
import type { RequestOwner } from './send-request.ts'

type ForwardTrigger = Omit<PolledTrigger, 'order' | 'next' | 'keep'>

/** Pages that one poll reads of what is new; the next one goes on where it ended. */
const PAGES = 5

/**
 * A poll of a list that can be asked for what came after an item, oldest first: `min_id`, as the answer's Link header
 * gives it as `prev`. So nothing is skipped, however much is new. The mark that the next poll brings back is that id.
 * `limit`: how many items a page has at most.
 */
export function forwardPoll(service: RequestOwner, trigger: ForwardTrigger, limit: number): Poll {
  const ask = (call: StepCall, query: Record<string, string>, io: StepIo) => {
    const request = { ...trigger.request, query: { ...trigger.request.query, limit: String(limit), ...query } }
    return askPage(service, { ...trigger, request }, { call, page: null, memory: {} }, io)
  }
  return async (call, io) => {
    if (call.page !== null || call.etag === null) {
      const asked = await ask(call, call.page === null ? {} : { max_id: call.page }, io)
      if (!asked.ok) return asked
      const { items, sent } = asked.value
      const next = linkedPage(sent.headers, 'next', 'max_id')
      const mark = linkedPage(sent.headers, 'prev', 'min_id')
      const fresh_for = readFreshFor(sent.headers, io.now)
      return { ok: true, value: { items, next, etag: mark, last_modified: null, unchanged: false, fresh_for } }
    }
    let mark = call.etag
    let items = [] as Extract<Awaited<ReturnType<typeof ask>>, { ok: true }>['value']['items']
    let fresh_for: number | null = null
    for (let pages = 0; pages < PAGES; pages++) {
      const asked = await ask(call, { min_id: mark }, io)
      if (!asked.ok && pages === 0) return asked
      // Items that were read before a failure count.
      if (!asked.ok) break
      const page = asked.value
      fresh_for = readFreshFor(page.sent.headers, io.now)
      items = [...page.items, ...items]
      mark = linkedPage(page.sent.headers, 'prev', 'min_id') ?? mark
      if (page.items.length < limit) break
    }
    const about = { next: null, etag: mark, last_modified: null, unchanged: false, only_new: true, fresh_for }
    return { ok: true, value: { items, ...about } }
  }
}
