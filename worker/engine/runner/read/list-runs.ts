import type { RunFilter, RunPage, RunState, RunSummary } from '../../../contract/runs/applet-run.ts'
import { OPEN_RUN_STATES } from '../../../contract/runs/applet-run.ts'
import type { RunQuery } from '../../../system/runner-api/runner-api.ts'
import { cutText } from '../store/cut-progress.ts'
import type { RunRow, StoredEvent } from '../store/runs.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { SqlValue } from '../../../system/context/object-world.ts'
import { decodeRunId, encodeRunId } from '../world/ulid.ts'

const MESSAGE_LENGTH = 140

/** The states that a filter shows. */
const FILTER_STATES: Record<RunFilter, readonly RunState[]> = {
  open: OPEN_RUN_STATES,
  done: ['done'],
  skipped: ['skipped'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  unsure: ['unsure'],
}

/** The columns of a run in a list. An event may be long, and is read only where its start is shown. */
const SUMMARY = `seq, salt, applet_id, state, at, due, ended_at, hold, message, cause,
  case when message is null then event end as event,
  case when applet_id < 0 then (select doc ->> 'name' from program where program.applet_id = run.applet_id
    and program.rev = run.rev) end as draft_name`
type SummaryRow = Pick<
  RunRow,
  'seq' | 'salt' | 'applet_id' | 'state' | 'at' | 'due' | 'ended_at' | 'hold' | 'message' | 'cause' | 'event'
> & { draft_name?: string | null }

/** A page of runs, newest first. A text search looks at events, messages and steps. */
export function listRuns(memory: RunnerMemory, query: RunQuery): RunPage {
  const conditions: string[] = []
  const values: SqlValue[] = []
  const add = (condition: string, ...of: SqlValue[]) => {
    conditions.push(condition)
    values.push(...of)
  }
  const before = query.before === undefined ? null : decodeRunId(query.before)
  if (before) add('seq < ?', before.seq)
  if (query.applet_id !== undefined) add('applet_id = ?', query.applet_id)
  if (query.filter) add('state in (select value from json_each(?))', JSON.stringify(FILTER_STATES[query.filter]))
  if (query.text) {
    // Not LIKE: SQLite takes patterns of 50 bytes at most here, and % and _ would have to be escaped.
    const has = (column: string) => `instr(lower(${column}), lower(?)) > 0`
    const inEvent = `(select doc from event where id = event_row)`
    const named = `applet_id in (select value from json_each(?))`
    const { text } = query
    const found = ['event', 'message', 'steps', inEvent].map(has).join(' or ')
    add(`(${found} or ${named})`, text, text, text, text, JSON.stringify(appletsNamed(memory, text.toLowerCase())))
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const rows = memory.world.sql<SummaryRow>(
    `select ${SUMMARY} from run ${where} order by seq desc limit ?`,
    ...values,
    query.limit + 1,
  )
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return { runs: page.map(toSummary), next: rows.length > query.limit && last ? encodeRunId(last) : null }
}

/** A search for an Applet's name finds its runs. */
function appletsNamed({ programs }: RunnerMemory, text: string): number[] {
  return [...programs].filter(([, { program }]) => program.name.toLowerCase().includes(text)).map(([id]) => id)
}

export function toSummary(run: SummaryRow): RunSummary {
  const { applet_id, state, at, due, ended_at, hold, cause } = run
  return {
    id: encodeRunId(run),
    applet_id,
    state,
    at,
    due: ended_at === null ? due : null,
    ended_at,
    hold,
    message: run.message ?? (run.event === null ? null : eventWords(JSON.parse(run.event))),
    cause,
    ...(run.draft_name && { draft_name: run.draft_name }),
  }
}

/** A time as services and our own triggers report it. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The start of an event, as one line. When it was says the run itself. */
function eventWords({ text, ingredients }: StoredEvent): string | null {
  const first = Object.values(ingredients).find(
    (value) => typeof value === 'string' && value !== '' && !TIME.test(value),
  )
  const words = typeof first === 'string' ? first : text
  return words === null ? null : cutText(words.replaceAll(/\s+/g, ' ').trim(), MESSAGE_LENGTH) || null
}
