import { parseJson } from '../../../contract/shared/parse-json.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { linkedPage } from '../../../system/outbound/linked-page.ts'
import { readFreshFor } from '../../../system/outbound/retry-after.ts'
import type { StepIo } from '../../../engine/steps/service-steps.ts'
import type { PollPage, StepOutcome, TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import { readPlace, toId, toTime } from '../answer-place.ts'
import { ingredientsIn, readItems } from './read-items.ts'
import { namesValue, nextPage, requestPage } from './paged-requests.ts'
import { protocolProblem, type RequestOwner, type Sent } from './send-request.ts'
import type { Asking as AskedCall, PolledRequest } from '../service-code.ts'
import type { RequestFile, TriggerFile } from '../service-definition.ts'
import { readValue, type Scope } from '../template.ts'

/** A trigger that is a request, as its file has it. */
export type PolledTrigger = Pick<
  TriggerFile,
  | 'fields'
  | 'ingredients'
  | 'items'
  | 'id'
  | 'at'
  | 'order'
  | 'next'
  | 'where'
  | 'every'
  | 'keep'
  | 'all_pages'
  | 'errors'
> & { request: RequestFile }

/** What one poll leaves for the next: the newest item's time and id, and what `keep` named. */
type Memory = { since?: string | null; last_id?: string | null; kept?: string | null }

type Page = { items: TriggerItem[]; next: string | null; sent: Sent }

const REMEMBERED = ['since', 'last_id', 'kept'] as const

/** Pages that are followed at once. The Runner asks for those after them. */
const PAGES_AT_ONCE = 10

/** A poll of a trigger that is a request: one page, newest first. */
export function httpPoll(service: RequestOwner, trigger: PolledTrigger): PolledRequest['poll'] {
  const remembers = trigger.keep !== undefined || trigger.all_pages === true || asksForNew(trigger)
  return remembers ? rememberingPoll(service, trigger) : plainPoll(service, trigger)
}

/** The same for code that polls it in a way of its own. */
export function polledRequest(service: RequestOwner, trigger: PolledTrigger): PolledRequest {
  return {
    poll: httpPoll(service, trigger),
    ask: async (call, { query = {}, headers = {} }, io) => {
      const request = { ...trigger.request, query: { ...trigger.request.query, ...query } }
      const asked = await askPage(service, { ...trigger, request }, { call, page: null, headers, memory: {} }, io)
      if (!asked.ok) return asked
      const { items, sent } = asked.value
      return { ok: true, value: { items, status: sent.status, headers: sent.headers } }
    },
  }
}

/** Whether its request names what the poll before left, so that only what came since is answered. */
function asksForNew({ request }: PolledTrigger): boolean {
  return REMEMBERED.some((name) => namesValue(request, name))
}

/** A list that is asked for as a whole, if it has changed. */
function plainPoll(service: RequestOwner, trigger: PolledTrigger): PolledRequest['poll'] {
  return async (call, io) => {
    const headers = call.page === null ? conditional(call.etag, call.last_modified) : {}
    const asked = await askPage(service, trigger, { call, page: call.page, headers, memory: {} }, io)
    if (!asked.ok) return asked
    const { items, next, sent } = asked.value
    const about = { etag: sent.headers.get('etag'), last_modified: sent.headers.get('last-modified') }
    const fresh_for = freshFor(sent, trigger, io)
    return { ok: true, value: { items, next, unchanged: sent.status === 304, ...about, fresh_for } }
  }
}

/** A list that can be asked for what came since: what is known of it is the mark that the next poll brings back. */
function rememberingPoll(service: RequestOwner, trigger: PolledTrigger): PolledRequest['poll'] {
  return async (call, io) => {
    const { page, memory } = readMark(call)
    const asked = await askRemembered(service, trigger, { call, page, memory }, io)
    if (!asked.ok) return asked
    const { items, next, sent } = asked.value
    const isRestart = sent.declared?.as === 'restart'
    if (isRestart) return rememberingPoll(service, trigger)({ ...call, page: null, etag: null }, io)
    const only_new = REMEMBERED.some((name) => memory[name] && namesValue(trigger.request, name))
    const mark = JSON.stringify(remembered(memory, asked.value, trigger))
    const value: PollPage = {
      items,
      next: next === null ? null : JSON.stringify({ page: next, memory }),
      etag: mark,
      last_modified: null,
      unchanged: only_new && items.length === 0,
      only_new,
      fresh_for: freshFor(sent, trigger, io),
    }
    return { ok: true, value }
  }
}

type Asking = { call: AskedCall; page: string | null; memory: Memory; headers?: Record<string, string> }

/** Follows all pages where only the last one names what is kept, or where the list is in no order of time. */
async function askRemembered(
  service: RequestOwner,
  trigger: PolledTrigger,
  asking: Asking,
  io: StepIo,
): Promise<StepOutcome<Page>> {
  const asked = await askPage(service, trigger, asking, io)
  if (!asked.ok) return asked
  if (typeof trigger.keep === 'object') {
    return asking.memory.kept ? askNewer(service, trigger, { ...asking, first: asked.value }, io) : asked
  }
  if (trigger.keep === undefined && !trigger.all_pages) return asked
  let { items, next, sent } = asked.value
  for (let pages = 1; next !== null && pages < PAGES_AT_ONCE; pages++) {
    const more = await askPage(service, trigger, { ...asking, page: next }, io)
    if (!more.ok) return more
    items = [...items, ...more.value.items]
    next = more.value.next
    sent = more.value.sent
  }
  return { ok: true, value: { items, next, sent } }
}

/** Goes on towards what is newer, as what is kept then asks for it. What was read before a failure counts. */
async function askNewer(
  service: RequestOwner,
  trigger: PolledTrigger,
  { first, ...asking }: Asking & { first: Page },
  io: StepIo,
): Promise<StepOutcome<Page>> {
  let { items, next, sent } = first
  let kept = readKept(sent, trigger)
  for (let pages = 1; next !== null && kept !== null && pages < PAGES_AT_ONCE; pages++) {
    const more = await askPage(service, trigger, { ...asking, memory: { ...asking.memory, kept } }, io)
    if (!more.ok) break
    kept = readKept(more.value.sent, trigger)
    if (kept === null) break
    items = [...more.value.items, ...items]
    next = more.value.next
    sent = more.value.sent
  }
  return { ok: true, value: { items, next: null, sent } }
}

/** Asks for one page and reads its items, newest first. */
async function askPage(
  service: RequestOwner,
  trigger: PolledTrigger,
  { call, page, memory, headers = {} }: Asking,
  io: StepIo,
): Promise<StepOutcome<Page>> {
  const { request, fields = [], next, errors, items: place = '$', order = 'newest_first' } = trigger
  const sending = { request, fields, values: call.fields, headers, errors, known: { ...memory, values: call.values } }
  const asked = await requestPage(service, sending, { next, page }, io)
  if (!asked.ok) return asked
  const sent = asked.value
  if (sent.status === 304 || sent.declared) return { ok: true, value: { items: [], next: null, sent } }
  const found = readItems(sent, trigger, place)
  const items = found?.map((scope) => toItem(scope, trigger)) ?? null
  if (items === null || items.includes(null)) return protocolProblem(service, sent.status)
  const following = nextPage(service, next, { sent, items: place }, io.base_url)
  if (!following.ok) return following
  const newest = items.flatMap((each) => each ?? [])
  return {
    ok: true,
    value: { items: order === 'newest_first' ? newest : newest.toReversed(), next: following.value, sent },
  }
}

/** An item of a list; null for one without an id. */
function toItem(scope: Scope, { id = [], at, ingredients }: PolledTrigger): TriggerItem | null {
  const parts = [id].flat().map((each) => toId(readValue(each, scope)))
  if (parts.length === 0 || parts.includes(null)) return null
  const time = at === undefined ? null : toTime(readValue(at, scope))
  return { id: parts.join(' '), at: time, ingredients: ingredientsIn(scope, ingredients) }
}

function conditional(etag: string | null, last_modified: string | null): Record<string, string> {
  return { ...(etag && { 'if-none-match': etag }), ...(last_modified && { 'if-modified-since': last_modified }) }
}

/** A service's file may ask for a slower pace than its answers do. */
function freshFor({ headers }: Sent, { every }: PolledTrigger, { now }: StepIo): number | null {
  const fresh_for = readFreshFor(headers, now)
  return every === undefined ? fresh_for : Math.max(fresh_for ?? 0, (every * MINUTE) / 60)
}

/** What the poll before left; a further page has it with its cursor. */
function readMark({ page, etag }: { page: string | null; etag: string | null }): {
  page: string | null
  memory: Memory
} {
  const read: unknown = parseJson(page ?? etag ?? '{}')
  const memory = page === null ? read : readPlace(read, '$.memory')
  return {
    page: page === null ? null : toId(readPlace(read, '$.page')),
    memory: {
      since: toId(readPlace(memory, '$.since')),
      last_id: toId(readPlace(memory, '$.last_id')),
      kept: toId(readPlace(memory, '$.kept')),
    },
  }
}

function remembered(before: Memory, { items, sent }: Page, trigger: PolledTrigger): Memory {
  const newest = Math.max(...items.map(({ at }) => at ?? 0), 0)
  return {
    since:
      newest > (before.since ? Date.parse(before.since) : 0) ? new Date(newest).toISOString() : (before.since ?? null),
    last_id: items[0]?.id ?? before.last_id ?? null,
    kept: readKept(sent, trigger) ?? before.kept ?? null,
  }
}

/** What an answer gives to be brought back: a value in it, or a parameter of an address of its Link header. */
function readKept({ value, headers }: Sent, { keep }: PolledTrigger): string | null {
  if (keep === undefined) return null
  return typeof keep === 'string' ? toId(readPlace(value, keep)) : linkedPage(headers, keep.link, keep.query)
}
