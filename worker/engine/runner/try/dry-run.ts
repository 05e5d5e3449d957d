import { usedServices, type FollowingStep, type ProgramStep } from '../../../system/runner-api/program.ts'
import type { DryRun, DryRunAnswer, TriedFilter, TriedStep, TryRequest } from '../../../system/runner-api/try-api.ts'
import { decideAndRender } from '../execution/decide-actions.ts'
import { shownValue } from '../execution/step-secrets.ts'
import type { Rendering } from '../execution/run-under-way.ts'
import { workOnQuery } from '../execution/work-on-query.ts'
import { saveAddedServices } from '../store/added-services.ts'
import { newProgress, progressOf, type ActionProgress, type ServiceProgress } from '../store/run-progress.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { WHY_NOT_ASKED } from './why-not-asked.ts'
import { eventToTry } from './event-to-try.ts'

/** The number of rows shown of a query's answer. */
const SHOWN_ROWS = 3

/**
 * Goes through a program as a run does, but for its actions: queries are asked, the filter decides, fields are
 * rendered, nothing is sent, and no run is stored.
 */
export async function dryRun(
  memory: RunnerMemory,
  { program, event: tried, service_files }: TryRequest,
): Promise<DryRunAnswer> {
  const [branch] = program.branches
  const event = eventToTry(memory, tried)
  if (!branch || !event) return { kind: 'event_gone' }
  saveAddedServices(memory, usedServices([program]), service_files)
  const work: Rendering = {
    run: { seq: 0, applet_id: program.applet_id, hops: 0 },
    entry: { touched: memory.world.now(), may_take: 0 },
    branch,
    event,
    progress: newProgress(branch),
  }
  const steps: DryRun['steps'] = []
  let stuck = false
  for (const step of branch.steps) {
    if (step.kind === 'wait') continue
    const found: DryRun['steps'][number] = stuck ? notReached(step) : await tryStep(memory, work, step)
    steps.push(found)
    stuck ||= step.kind !== 'action' && found.state !== 'done'
  }
  return { kind: 'tried', steps }
}

type AskedStep = Exclude<FollowingStep, { kind: 'wait' }>

function notReached({ id, kind }: AskedStep): DryRun['steps'][number] {
  const none = { state: 'not_reached', message: null } as const
  return kind === 'filter' ? { id, kind, ...none, line: null } : { id, kind, ...none, fields: {}, rows: [] }
}

async function tryStep(memory: RunnerMemory, work: Rendering, step: AskedStep): Promise<DryRun['steps'][number]> {
  switch (step.kind) {
    case 'query':
      return askQuery(memory, work, step)
    case 'filter':
      return tryFilter(memory, work, step)
    case 'action': {
      // Without a filter, the fields are rendered at the first action.
      if (work.progress.decisions === null) decideAndRender(memory, work)
      return rendered(progressOf(work.progress, step))
    }
  }
}

function tryFilter(memory: RunnerMemory, work: Rendering, { id, kind }: AskedStep & { kind: 'filter' }): TriedFilter {
  const problem = decideAndRender(memory, work)
  return { id, kind, ...(problem ? { state: 'failed', ...problem } : { state: 'done', message: null, line: null }) }
}

async function askQuery(memory: RunnerMemory, work: Rendering, step: ProgramStep<'query'>): Promise<TriedStep> {
  const query = progressOf(work.progress, step)
  const verdict = await workOnQuery(memory, work, step)
  const tried = { id: step.id, kind: step.kind, fields: shownFields(query), rows: [] }
  if (verdict.kind === 'held') return { ...tried, state: 'failed', message: WHY_NOT_ASKED[verdict.hold] }
  if (query.rows !== null)
    return { ...tried, state: 'done', message: query.answer, rows: query.rows.slice(0, SHOWN_ROWS) }
  return { ...tried, state: query.state === 'skipped' ? 'skipped' : 'failed', message: query.message }
}

function rendered(action: ActionProgress): TriedStep {
  const { id, kind, state, message } = action
  return { id, kind, state: state === 'skipped' ? 'skipped' : 'done', message, fields: shownFields(action), rows: [] }
}

function shownFields({ fields }: ServiceProgress): Record<string, string> {
  return Object.fromEntries(Object.entries(fields ?? {}).map(([slug, value]) => [slug, shownValue(value)]))
}
