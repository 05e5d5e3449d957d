import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type {
  ActionDefinition,
  Poll,
  QueryDefinition,
  StepCall,
  StepIo,
  TriggerDefinition,
} from '../../engine/steps/service-steps.ts'
import type { Ingredients, StepOutcome, TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId, toTime } from '../format/answer-place.ts'
import { readIngredients } from '../format/http/read-items.ts'
import type { IngredientDefinition } from '../format/service-definition.ts'
import { askIfttt, listIfttt, sendIfttt, type IftttService } from './ifttt-request.ts'
import { isRecord } from '../../contract/shared/is-record.ts'

type Step = { slug: string; fields?: readonly { slug: string }[] | undefined }
type Listing = Step & { ingredients: readonly IngredientDefinition[] }

/** How many items a poll asks for first; while all are new, each next page asks for twice as many. */
const FIRST_ITEMS = 50

/**
 * Polls a trigger: its newest items, newest first. The protocol has no second page, so a page is how many items to ask
 * for. An item without an id, and `data` that is not a list, are protocol errors.
 */
export function iftttPoll(service: IftttService, step: Listing): Poll {
  return async (call, io) => {
    const limit = Number(call.page ?? FIRST_ITEMS)
    const body = {
      trigger_identity: call.identity ?? '',
      triggerFields: valuesOf(step, call),
      limit,
      ...aboutUser(call, io),
    }
    const asked = await listIfttt(service, { method: 'POST', path: `/triggers/${step.slug}`, body }, io)
    if (!asked.ok) return asked
    const items = asked.value.rows.map((row) => toItem(row, step.ingredients))
    if (items.some((item) => item === null)) {
      const message = `${service.name} sent an item without “meta.id”.`
      return failedOutcome({ failure: 'protocol', sent: 'maybe', status: 200, message })
    }
    const next = items.length >= limit ? String(limit * 2) : null
    return { ok: true, value: { items: newestFirst(items), next, ...NOT_CONDITIONAL } }
  }
}

const NOT_CONDITIONAL = { etag: null, last_modified: null, unchanged: false, fresh_for: null }

function toItem(row: Record<string, unknown>, ingredients: readonly IngredientDefinition[]): TriggerItem | null {
  const id = toId(readPlace(row, '$.meta.id'))
  if (id === null) return null
  return { id, at: toTime(readPlace(row, '$.meta.timestamp')), ingredients: readIngredients(row, ingredients) }
}

/** Some services list their oldest item first; without all times their order is believed. */
function newestFirst(items: readonly (TriggerItem | null)[]): TriggerItem[] {
  const all = items.filter((item) => item !== null)
  if (all.some(({ at }) => at === null)) return all
  return all.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
}

/** Tells the service that nobody follows this trigger identity anymore. Any answer will do. */
export function iftttLeave(service: IftttService, { slug }: Step): NonNullable<TriggerDefinition['leave']> {
  return async ({ identity }, io) => {
    const path = `/triggers/${slug}/trigger_identity/${encodeURIComponent(identity)}`
    const sent = await sendIfttt(service, { method: 'DELETE', path }, io)
    return sent.ok ? { ok: true, value: null } : sent
  }
}

const ROWS_MAX = 100
const QUERY_PAGES_MAX = 5

/** Asks a query, and follows its cursor up to 100 rows. */
export function iftttQuery(service: IftttService, step: Listing): QueryDefinition['run'] {
  return async (call, io) => {
    const found: Ingredients[] = []
    let cursor: string | null = null
    for (let page = 0; page < QUERY_PAGES_MAX && found.length < ROWS_MAX; page++) {
      const asked = await askPage(service, step, { call, cursor, limit: ROWS_MAX - found.length }, io)
      if (!asked.ok) return asked
      found.push(...asked.value.rows.map((row) => readIngredients(row, step.ingredients)))
      // One that stays the same would lead in a circle.
      if (asked.value.cursor === null || asked.value.cursor === cursor) break
      cursor = asked.value.cursor
    }
    return { ok: true, value: found.slice(0, ROWS_MAX) }
  }
}

function askPage(
  service: IftttService,
  step: Step,
  { call, cursor, limit }: { call: StepCall; cursor: string | null; limit: number },
  io: StepIo,
) {
  const { user } = aboutUser(call, io)
  const body = { queryFields: valuesOf(step, call), limit, ...(cursor !== null && { cursor }), user }
  return listIfttt(service, { method: 'POST', path: `/queries/${step.slug}`, body }, io)
}

/** Does an action. The id that it answers may be the same for all, so it is shown and never a key. */
export function iftttAction(service: IftttService, step: Step): ActionDefinition['run'] {
  return async (call, io) => {
    const body = { actionFields: valuesOf(step, call), ...aboutUser(call, io) }
    const asked = await listIfttt(service, { method: 'POST', path: `/actions/${step.slug}`, body }, io)
    if (!asked.ok) return asked
    const [done] = asked.value.rows
    const url = toId(done?.['url'])
    const shown = url !== null && /^https?:/i.test(url) ? url : null
    return { ok: true, value: { id: toId(done?.['id']), url: shown, answer: null } }
  }
}

/** Asks whose account the token opens. Answered 401, the token does not work. */
export function iftttAccount(service: IftttService) {
  return async (io: StepIo): Promise<StepOutcome<{ id: string; name: string }>> => {
    const asked = await askIfttt(service, { method: 'GET', path: '/user/info' }, io)
    if (!asked.ok) return asked
    const { data } = asked.value
    const id = isRecord(data) ? toId(data['id']) : null
    const name = isRecord(data) ? toId(data['name']) : null
    if (id === null || name === null) {
      const message = `${service.name} did not say whose account this is.`
      return failedOutcome({ failure: 'protocol', sent: 'maybe', status: 200, message })
    }
    return { ok: true, value: { id, name } }
  }
}

/** Exactly the step's own fields. */
function valuesOf({ fields = [] }: Step, call: StepCall): Record<string, string> {
  return Object.fromEntries(fields.map(({ slug }) => [slug, call.fields[slug] ?? '']))
}

function aboutUser({ applet_id }: StepCall, { timezone, app }: StepIo) {
  const source = app && { ifttt_source: { id: String(applet_id), url: `${app.origin}/applets/${applet_id}` } }
  return { user: { timezone }, ...source }
}
