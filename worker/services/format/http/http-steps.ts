import type { ActionDefinition, QueryDefinition, StepIo } from '../../../engine/steps/service-steps.ts'
import type { ActionResult, StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import { PROBLEM_WORDS } from '../../../system/outbound/problem-words.ts'
import { saidIn } from '../../../system/outbound/response-problem.ts'
import { isThere, readPlace, toId } from '../answer-place.ts'
import { nextPage, requestPage } from './paged-requests.ts'
import { ingredientsIn, readItems } from './read-items.ts'
import { protocolProblem, sendRequest, type RequestOwner, type Sent } from './send-request.ts'
import type { Asking } from '../service-code.ts'
import type { ActionFile, QueryFile, RequestFile } from '../service-definition.ts'
import { readValue, type Scope } from '../template.ts'

/** Steps that are a request, as their files have them. */
type AskedQuery = Pick<QueryFile, 'fields' | 'ingredients' | 'items' | 'where' | 'next' | 'errors'> & {
  request: RequestFile
}
export type SentAction = Pick<ActionFile, 'fields' | 'result' | 'errors' | 'find' | 'failure_is_final'> & {
  request: RequestFile
}

/** How many rows of a query go on to the filter and the actions. */
const ROWS_MAX = 50
/** How many pages of a list are looked through. */
const PAGES_MAX = 5

/** A query that is a request. */
export function httpQuery(service: RequestOwner, query: AskedQuery) {
  const { request, fields = [], next, errors, items: place = '$', ingredients } = query
  return async ({ fields: chosen, values }: Asking, io: StepIo): ReturnType<QueryDefinition['run']> => {
    const rows: Scope[] = []
    let page: string | null = null
    for (let pages = 0; pages < PAGES_MAX && rows.length < ROWS_MAX; pages++) {
      const sending = { request, fields, values: chosen, errors, known: { values } }
      const asked = await requestPage(service, sending, { next, page }, io)
      if (!asked.ok) return asked
      const sent = asked.value
      if (sent.declared) break
      const found = readRows(sent, query, place)
      if (!found) return protocolProblem(service, sent.status)
      rows.push(...found)
      const following = nextPage(service, next, { sent, items: place }, io.base_url)
      if (!following.ok) return following
      if (following.value === null) break
      page = following.value
    }
    return { ok: true, value: rows.slice(0, ROWS_MAX).map((row) => ingredientsIn(row, ingredients)) }
  }
}

/** The rows of a list, or the one row that an object is. */
function readRows(sent: Sent, query: AskedQuery, place: string): Scope[] | null {
  const rows = readItems(sent, query, place)
  if (rows) return rows
  const row = readPlace(sent.value, place)
  return row !== null && typeof row === 'object' && !Array.isArray(row) ? [{ ...sent.scope, answer: row }] : null
}

const ANSWER_MAX = 2000

/** An action that is a request. */
export function httpAction(service: RequestOwner, action: SentAction) {
  const { request, fields = [], errors, result } = action
  return async ({ fields: chosen, values }: Asking, io: StepIo): ReturnType<ActionDefinition['run']> => {
    const sending = { request, fields, values: chosen, errors, known: { values } }
    const asked = await sendRequest(service, sending, io)
    if (!asked.ok) return finalFailure(asked, action)
    const sent = asked.value
    if (sent.declared) return { ok: true, value: { id: null, url: null, answer: sent.declared.note } }
    if (!result) return { ok: true, value: { id: null, url: null, answer: shown(sent.text) } }
    if (sent.value === undefined) return protocolProblem(service, sent.status)
    const read = readResult({ ...sent.scope, answer: sent.value }, result)
    if (result.id !== undefined && read.id === null) return withoutResult(service, sent)
    return { ok: true, value: { ...read, answer: shown(sent.text) } }
  }
}

/** An answer without what was made: the service may say that it refused; otherwise nobody knows. */
function withoutResult(service: RequestOwner, { status, value, text }: Sent): StepOutcome<ActionResult> {
  const namesError = ['$.error', '$.errors'].some((place) => isThere(readPlace(value, place)))
  if (!namesError) return protocolProblem(service, status)
  const said = saidIn(text)
  const words = PROBLEM_WORDS.status(service.name)
  return failedOutcome({ failure: 'status', status, message: said === '' ? words : `${words} It said: ${said}` })
}

function readResult(scope: Scope, { id, url }: NonNullable<ActionFile['result']>): Pick<ActionResult, 'id' | 'url'> {
  const address = url === undefined ? null : toId(readValue(url, scope))
  return {
    id: id === undefined ? null : toId(readValue(id, scope)),
    url: address !== null && /^https?:/i.test(address) ? address : null,
  }
}

/** The service file may know that nothing was done. */
function finalFailure(
  outcome: Extract<StepOutcome<never>, { ok: false }>,
  { failure_is_final = false }: SentAction,
): StepOutcome<ActionResult> {
  const { problem } = outcome
  const final = failure_is_final && (problem.status === 500 || problem.status === 502 || problem.status === 504)
  return final ? { ok: false, problem: { ...problem, sent: 'no' } } : outcome
}

/** Looks through the newest items for the one that carries our key, for `repeat: 'find'`. */
export function httpFind(
  service: RequestOwner,
  {
    fields = [],
    find,
    result,
    errors,
  }: Pick<SentAction, 'fields' | 'result' | 'errors'> & { find: NonNullable<ActionFile['find']> },
): NonNullable<ActionDefinition['find']> {
  const { request, items: place, next } = find
  return async (call, io) => {
    const { key } = io
    if (key === null) return { ok: true, value: null }
    const lookup: StepIo = { ...io, key: null }
    let page: string | null = null
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const sending = { request, fields, values: call.fields, errors, known: { key } }
      const asked = await requestPage(service, sending, { next, page }, lookup)
      if (!asked.ok) return asked
      const sent = asked.value
      const list = readItems(sent, {}, place)
      if (!list) return protocolProblem(service, sent.status)
      const found = list.find(({ answer }) => carriesKey(answer, find, key))
      if (found) {
        const made = readResult(found, result ?? {})
        return { ok: true, value: { ...made, answer: shown(JSON.stringify(found.answer)) } }
      }
      const following = nextPage(service, next, { sent, items: place }, io.base_url)
      if (!following.ok) return following
      if (following.value === null) break
      page = following.value
    }
    return { ok: true, value: null }
  }
}

/** `key`: a place that repeats it. `mark`: a text that has it somewhere. Without both, only what we made was asked for. */
function carriesKey(item: unknown, { key: place, mark }: NonNullable<ActionFile['find']>, key: string): boolean {
  if (place !== undefined) return readPlace(item, place) === key
  if (mark === undefined) return true
  // `…_2_1` begins as `…_2_10` does.
  const [, ...following] = String(readPlace(item, mark) ?? '').split(key)
  return following.some((rest) => !/^\w/.test(rest))
}

function shown(text: string): string | null {
  return text === '' ? null : text.slice(0, ANSWER_MAX)
}
