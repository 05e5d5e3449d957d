import type { DryRun, DryRunAnswer, TriedStep, TryRequest } from '../../../system/runner-api/try-api.ts'
import { decideAndRender } from '../execution/decide-actions.ts'
import { shownValue } from '../execution/hide-secrets.ts'
import type { Rendering } from '../execution/run-under-way.ts'
import { workOnQuery } from '../execution/work-on-query.ts'
import { newProgress, type QueryProgress, type StepProgress } from '../store/run-progress.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { usedServices } from '../config/used-services.ts'
import { WHY_NOT_ASKED } from './why-not-asked.ts'
import { eventToTry } from './event-to-try.ts'

/** The number of rows shown of a query's answer. */
const SHOWN_ROWS = 3

/**
 * Goes through a program as a run does, but for its actions: queries are asked, the filter decides, fields are
 * rendered, nothing is sent or stored.
 */
export async function dryRun(memory: RunnerMemory, { program, event: tried }: TryRequest): Promise<DryRunAnswer> {
  const { world } = memory
  const [branch] = program.branches
  const event = eventToTry(memory, tried)
  if (!branch || !event) return { kind: 'event_gone' }
  await world.loadServices(usedServices([program]))
  const work: Rendering = {
    run: { seq: 0, applet_id: program.applet_id, hops: 0 },
    entry: { touched: world.now() },
    branch,
    event,
    progress: newProgress(branch),
  }
  const { queries, actions } = work.progress
  const answer: DryRun = {
    queries: queries.map(notReached),
    filter: { state: 'not_reached', message: null, line: null },
    actions: actions.map(notReached),
  }
  for (const [index, query] of queries.entries()) {
    const asked = await askQuery(memory, work, query, index)
    answer.queries[index] = asked
    if (asked.state !== 'done') return { kind: 'tried', ...answer }
  }
  const problem = decideAndRender(memory, work)
  answer.filter = problem ? { state: 'failed', ...problem } : { state: 'done', message: null, line: null }
  if (!problem) answer.actions = actions.map(rendered)
  return { kind: 'tried', ...answer }
}

function notReached(): TriedStep {
  return { state: 'not_reached', message: null, fields: {}, rows: [] }
}

async function askQuery(
  memory: RunnerMemory,
  work: Rendering,
  query: QueryProgress,
  index: number,
): Promise<TriedStep> {
  const verdict = await workOnQuery(memory, work, index)
  const fields = shownFields(query)
  if (verdict.kind === 'held') return { state: 'failed', message: WHY_NOT_ASKED[verdict.hold], fields, rows: [] }
  if (query.rows !== null)
    return { state: 'done', message: query.answer, fields, rows: query.rows.slice(0, SHOWN_ROWS) }
  return { state: query.state === 'skipped' ? 'skipped' : 'failed', message: query.message, fields, rows: [] }
}

function rendered(action: StepProgress): TriedStep {
  const { state, message } = action
  return { state: state === 'skipped' ? 'skipped' : 'done', message, fields: shownFields(action), rows: [] }
}

function shownFields({ fields }: StepProgress): Record<string, string> {
  return Object.fromEntries(Object.entries(fields ?? {}).map(([slug, value]) => [slug, shownValue(value)]))
}
