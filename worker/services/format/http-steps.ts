import { parseJson } from '../../contract/shared/parse-json.ts'
import { linkedPage } from '../../system/outbound/linked-page.ts'
import { readFreshFor } from '../../system/outbound/retry-after.ts'
import type { ActionDefinition, Poll, QueryDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type {
  ActionResult,
  Ingredients,
  PollPage,
  StepOutcome,
  TriggerItem,
} from '../../system/runner-api/step-outcome.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { readPath, toId, toTime, toTypedIngredient, type AnswerPath } from './answer-path.ts'
import { protocolProblem, readJson, requestJson, sendRequest, type RequestOwner } from './send-request.ts'
import type {
  ActionHttp,
  FieldDefinition,
  HttpRequest,
  IngredientDefinition,
  PollHttp,
  QueryHttp,
} from './service-definition.ts'

type Step = { fields: readonly FieldDefinition[] }
type Listing = Step & { ingredients: readonly IngredientDefinition[] }
/** A poll of a trigger that is written down as `http`: one page, newest first. */
export function httpPoll(service: RequestOwner, { fields, ingredients }: Listing, http: PollHttp): Poll {
  return async (call, io) => {
    const request = withPage(http, call.page)
    const headers = call.page === null ? conditional(call.etag, call.last_modified) : {}
    const sent = await sendRequest(service, { request, fields, values: call.fields, headers }, io)
    if (!sent.ok) return sent
    const about = atLeast(aboutAnswer(sent.value, io), http.every)
    if (sent.value.status === 304) return { ok: true, value: { items: [], next: null, unchanged: true, ...about } }
    const read = await readJson(service, sent.value)
    if (!read.ok) return read
    const items = readItems(read.value, http, ingredients)
    if (!items) return protocolProblem(service, sent.value.status)
    const next = nextPage(http.next, read.value, sent.value)
    return { ok: true, value: { items, next, unchanged: false, ...about } }
  }
}

/** A service's file may ask for a slower pace than its answers do. */
function atLeast<About extends { fresh_for: number | null }>(about: About, every: number | undefined): About {
  return every === undefined ? about : { ...about, fresh_for: Math.max(about.fresh_for ?? 0, (every * MINUTE) / 60) }
}

function withPage({ request, next }: PollHttp, page: string | null): HttpRequest {
  return page === null || next === undefined ? request : { ...request, query: { ...request.query, [next.query]: page } }
}

function conditional(etag: string | null, last_modified: string | null): Record<string, string> {
  return { ...(etag && { 'if-none-match': etag }), ...(last_modified && { 'if-modified-since': last_modified }) }
}

function nextPage(next: PollHttp['next'], answer: unknown, { headers }: Response): string | null {
  if (next === undefined) return null
  return 'from' in next ? toId(readPath(answer, next.from)) : linkedPage(headers, next.link, next.query)
}

/** Reads from a poll's answer what the next one needs. */
export function aboutAnswer(
  { headers }: Response,
  io: Pick<StepIo, 'now'>,
): Pick<PollPage, 'etag' | 'last_modified' | 'fresh_for'> {
  return {
    etag: headers.get('etag'),
    last_modified: headers.get('last-modified'),
    fresh_for: readFreshFor(headers, io.now),
  }
}

/** The items of a page, newest first; null if the answer has no such list or an item has no id. */
function readItems(
  answer: unknown,
  http: PollHttp,
  ingredients: readonly IngredientDefinition[],
): TriggerItem[] | null {
  const all = readPath(answer, http.items)
  if (!Array.isArray(all)) return null
  const list = keptItems(all, http.without)
  const items = list.flatMap((each) => {
    const id = itemId(each, http.id)
    const at = http.at === undefined ? null : toTime(readPath(each, http.at))
    return id === null ? [] : [{ id, at, ingredients: readIngredients(each, ingredients) }]
  })
  if (items.length !== list.length) return null
  return http.order === 'newest_first' ? items : items.toReversed()
}

function itemId(item: unknown, places: PollHttp['id']): string | null {
  const parts = [places].flat().map((place) => toId(readPath(item, place)))
  return parts.includes(null) ? null : parts.join(' ')
}

function keptItems(list: unknown[], without: AnswerPath | undefined): unknown[] {
  return without === undefined ? list : list.filter((each) => !readPath(each, without))
}

/** An item's ingredients, from where the service's file says that they stand. */
export function readIngredients(item: unknown, ingredients: readonly IngredientDefinition[]): Ingredients {
  return Object.fromEntries(
    ingredients.map(({ slug, from, type }) => [
      slug,
      from === undefined ? null : toTypedIngredient(readPath(item, from), type),
    ]),
  )
}

/** How many rows of a query go on to the filter and the actions. */
const ROWS_MAX = 50

/** A query that is written down as `http`. */
export function httpQuery(
  service: RequestOwner,
  { fields, ingredients }: Listing,
  http: QueryHttp,
): QueryDefinition['run'] {
  return async (call, io) => {
    const asked = await requestJson(service, { request: http.request, fields, values: call.fields }, io)
    if (!asked.ok) return asked
    const found = readPath(asked.value.answer, http.items)
    const rows = Array.isArray(found) ? found : found !== null && typeof found === 'object' ? [found] : null
    if (!rows) return protocolProblem(service, asked.value.status)
    return {
      ok: true,
      value: keptItems(rows, http.without)
        .slice(0, ROWS_MAX)
        .map((row) => readIngredients(row, ingredients)),
    }
  }
}

type ActionStep = Step & { failure_is_final?: boolean }
const ANSWER_MAX = 2000

/** An action that is written down as `http`. */
export function httpAction(service: RequestOwner, step: ActionStep, http: ActionHttp): ActionDefinition['run'] {
  return async (call, io) => {
    const { request, errors = [] } = http
    const sent = await sendRequest(service, { request, fields: step.fields, values: call.fields, errors }, io)
    if (!sent.ok) return declaredFailure(sent, step, http)
    const text = await sent.value.text()
    if (!http.result) return { ok: true, value: { id: null, url: null, answer: shown(text) } }
    const answer = parseJson(text)
    if (answer === undefined) return protocolProblem(service, sent.value.status)
    return { ok: true, value: { ...readResult(answer, http.result), answer: shown(text) } }
  }
}

function readResult(answer: unknown, result: NonNullable<ActionHttp['result']>): Pick<ActionResult, 'id' | 'url'> {
  const url = result.url === undefined ? null : toId(readPath(answer, result.url))
  return {
    id: result.id === undefined ? null : toId(readPath(answer, result.id)),
    url: url !== null && /^https?:/i.test(url) ? url : null,
  }
}

/** The service file may know more about a failure than its status says. */
function declaredFailure(
  outcome: Extract<StepOutcome<Response>, { ok: false }>,
  { failure_is_final = false }: ActionStep,
  { errors = [] }: ActionHttp,
): StepOutcome<ActionResult> {
  const { problem } = outcome
  const known = errors.find(({ status }) => status === problem.status)
  if (known?.as === 'done') return { ok: true, value: { id: null, url: null, answer: problem.message } }
  if (known?.as === 'skip') return outcome
  const final = failure_is_final && (problem.status === 500 || problem.status === 502 || problem.status === 504)
  return final ? { ok: false, problem: { ...problem, sent: 'no' } } : outcome
}

/** Looks for the item that carries our key, for `repeat: 'find'`. */
export function httpFind(
  service: RequestOwner,
  { fields }: Step,
  find: NonNullable<ActionHttp['find']>,
  result: ActionHttp['result'],
): NonNullable<ActionDefinition['find']> {
  return async (call, io) => {
    const lookup = { ...io, key: null }
    const asked = await requestJson(service, { request: find.request, fields, values: call.fields }, lookup)
    if (!asked.ok) return asked
    const list = readPath(asked.value.answer, find.items)
    if (!Array.isArray(list)) return protocolProblem(service, asked.value.status)
    const found = list.find((each) => io.key !== null && readPath(each, find.key) === io.key)
    if (found === undefined) return { ok: true, value: null }
    return { ok: true, value: { ...readResult(found, result ?? {}), answer: shown(JSON.stringify(found)) } }
  }
}

function shown(text: string): string | null {
  return text === '' ? null : text.slice(0, ANSWER_MAX)
}
