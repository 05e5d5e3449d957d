import { linkedPage } from '../../system/outbound/linked-page.ts'
import { readFreshFor } from '../../system/outbound/retry-after.ts'
import type { Poll, StepIo } from '../../engine/steps/service-steps.ts'
import type { PollPage, StepOutcome } from '../../system/runner-api/step-outcome.ts'
import type { AskedPage, PolledRequest } from '../format/service-code.ts'

const PAGE = 100
/** Where the last page moved while it was looked for, so often at most. */
const MOST_MOVES = 3

/**
 * GitHub lists stars oldest first, so the newest are on the last page. The mark that the next poll brings back is that
 * page's number and its ETag; a full page has none, because the next star begins another page.
 */
export function pollStars({ ask }: PolledRequest): Poll {
  return async (call, io) => {
    const askPage = (page: string, etag: string | null) =>
      ask(
        call,
        { query: { per_page: String(PAGE), page }, headers: etag === null ? {} : { 'if-none-match': etag } },
        io,
      )
    if (call.page !== null) return marked(await askPage(call.page, null), call.page, io)
    const [, known, etag = null] = /^(\d+) (.+)$/s.exec(call.etag ?? '') ?? []
    let page = known ?? '1'
    let asked = await askPage(page, etag)
    for (let moves = 0; moves < MOST_MOVES && asked.ok; moves++) {
      const { items, status, headers } = asked.value
      // A page past the end is what many taken stars leave behind.
      const isPastEnd = items.length === 0 && status !== 304 && page !== '1'
      const last = isPastEnd ? '1' : linkedPage(headers, 'last', 'page')
      if (last === null || last === page) break
      page = last
      asked = await askPage(page, null)
    }
    return marked(asked, page, io)
  }
}

function marked(asked: StepOutcome<AskedPage>, page: string, { now }: StepIo): StepOutcome<PollPage> {
  if (!asked.ok) return asked
  const { items, status, headers } = asked.value
  const etag = headers.get('etag')
  const mark = etag === null || items.length >= PAGE ? null : `${page} ${etag}`
  const next = Number(page) > 1 ? String(Number(page) - 1) : null
  const about = { next, etag: mark, last_modified: null, fresh_for: readFreshFor(headers, now) }
  return { ok: true, value: { items, unchanged: status === 304, ...about } }
}
