import { linkedPage } from '../../system/outbound/linked-page.ts'
import { readFreshFor } from '../../system/outbound/retry-after.ts'
import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'
import type { PolledRequest, TriggerCode } from '../format/service-code.ts'

/** Pages that one poll reads of what is new; the next one goes on where it ended. */
const PAGES = 5

/**
 * A poll of a list that can be asked for what came after an item, oldest first: `min_id`, as the answer's Link header
 * gives it as `prev`. So nothing is skipped, however much is new. The mark that the next poll brings back is that id.
 * Only a full page has a `next`.
 */
export const readForward = ({ ask }: PolledRequest): Extract<TriggerCode, { poll: unknown }> => ({
  poll: async (call, io) => {
    if (call.page !== null || call.etag === null) {
      const asked = await ask(call, call.page === null ? {} : { query: { max_id: call.page } }, io)
      if (!asked.ok) return asked
      const { items, headers } = asked.value
      const next = linkedPage(headers, 'next', 'max_id')
      const mark = linkedPage(headers, 'prev', 'min_id')
      const fresh_for = readFreshFor(headers, io.now)
      return { ok: true, value: { items, next, etag: mark, last_modified: null, unchanged: false, fresh_for } }
    }
    let mark = call.etag
    let items: TriggerItem[] = []
    let fresh_for: number | null = null
    for (let pages = 0; pages < PAGES; pages++) {
      const asked = await ask(call, { query: { min_id: mark } }, io)
      if (!asked.ok && pages === 0) return asked
      // Items that were read before a failure count.
      if (!asked.ok) break
      const { headers } = asked.value
      fresh_for = readFreshFor(headers, io.now)
      items = [...asked.value.items, ...items]
      const newest = linkedPage(headers, 'prev', 'min_id')
      mark = newest ?? mark
      if (newest === null || linkedPage(headers, 'next', 'max_id') === null) break
    }
    const about = { next: null, etag: mark, last_modified: null, unchanged: false, only_new: true, fresh_for }
    return { ok: true, value: { items, ...about } }
  },
})
