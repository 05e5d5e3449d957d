import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId, toTime } from '../format/answer-place.ts'
import { protocolProblem, requestJson, sendRequest } from '../format/http/send-request.ts'
import { entity as entityField } from './entity-field.ts'

export const HOME_ASSISTANT = { id: 'home_assistant', name: 'Home Assistant', hosts: [] }

/** A state and since when, in ms. */
export type StateRow = { state: string; changed: number }
/** `before`: what held when the time that was asked for began; null where nothing was recorded. */
export type StateHistory = { name: string; unit: string; before: string | null; rows: StateRow[] }

/** The time that every poll asks for again, in ms: the clock there may differ from ours. */
const OVERLAP = 10 * MINUTE
const LONGEST = 7 * DAY
/** Where an answer is too large to read, this much is asked for instead, in ms. */
const SHORTER = [HOUR, 5 * MINUTE]
const MOST_BYTES = 1_000_000

/**
 * Reads an entity's states since the last poll, oldest first, so that no change between two polls is lost. `mark`: what
 * the poll before gave as its own.
 */
export async function readHistory(
  entity: string,
  mark: string | null,
  io: StepIo,
): Promise<StepOutcome<{ history: StateHistory; mark: string }>> {
  const known = mark === null ? Number.NaN : Number(mark)
  const since = Number.isFinite(known) ? Math.max(known - OVERLAP, io.now - LONGEST) : io.now - DAY
  const starts = [since, ...SHORTER.map((time) => io.now - time).filter((start) => start > since)]
  for (const start of starts) {
    const asked = await askHistory(entity, start, io)
    if (!asked.ok && asked.problem.failure === 'too_large') continue
    if (!asked.ok) return asked
    const newest = asked.value.rows.at(-1)?.changed ?? 0
    return { ok: true, value: { history: asked.value, mark: String(Math.max(newest, io.now - HOUR)) } }
  }
  return failedOutcome({ failure: 'too_large', message: 'Home Assistant sent more changes than we can read.' })
}

async function askHistory(entity: string, start: number, io: StepIo): Promise<StepOutcome<StateHistory>> {
  const request = {
    get: '/api/history/period/{{fields.start}}',
    query: { filter_entity_id: '{{fields.entity}}', end_time: '{{fields.end}}', minimal_response: '1' },
  } as const
  const values = { entity, start: new Date(start).toISOString(), end: new Date(io.now + OVERLAP).toISOString() }
  const sent = await requestJson(HOME_ASSISTANT, { request, fields: [entityField], values, max_bytes: MOST_BYTES }, io)
  if (!sent.ok) return sent.problem.status === 404 ? NO_HISTORY : sent
  const { value: answer, status } = sent.value
  if (!Array.isArray(answer)) return protocolProblem(HOME_ASSISTANT, status)
  const list: unknown = answer[0] ?? []
  if (!Array.isArray(list)) return protocolProblem(HOME_ASSISTANT, status)
  return list.length === 0 ? nothingRecorded(entity, io) : { ok: true, value: toHistory(entity, list, start) }
}

const NO_HISTORY = failedOutcome({
  failure: 'status',
  status: 404,
  message: 'This Home Assistant keeps no history. Turn on its History integration.',
})

/** An entity that has not changed for long has nothing on record; one that does not exist is a mistake. */
async function nothingRecorded(entity: string, io: StepIo): Promise<StepOutcome<StateHistory>> {
  const request = { get: '/api/states/{{fields.entity}}' } as const
  const sent = await sendRequest(HOME_ASSISTANT, { request, fields: [], values: { entity } }, io)
  if (sent.ok) return { ok: true, value: { name: entity, unit: '', before: null, rows: [] } }
  if (sent.problem.status !== 404) return sent
  return failedOutcome({ failure: 'status', status: 404, message: `Home Assistant has no entity ${entity}.` })
}

/** The first row says what held at the start, as of then; only the first and the last have attributes. */
function toHistory(entity: string, list: unknown[], start: number): StateHistory {
  const all = list.flatMap((row): StateRow[] => {
    const [state, changed] = [toId(readPlace(row, '$.state')), toTime(readPlace(row, '$.last_changed'))]
    return state === null || changed === null ? [] : [{ state, changed }]
  })
  return {
    name: toId(readPlace(list[0], '$.attributes.friendly_name')) ?? entity,
    unit: toId(readPlace(list[0], '$.attributes.unit_of_measurement')) ?? '',
    before: all.findLast(({ changed }) => changed <= start)?.state ?? null,
    rows: all.filter(({ changed }) => changed > start),
  }
}
