import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import type { ProgramStep } from '../../../system/runner-api/program.ts'
import { progressOf } from '../store/run-progress.ts'
import type { StepVerdict } from './step-attempt.ts'
import { noteProblem, noteSuccess } from './step-attempt.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { callService } from './call-step.ts'
import { openStepSecrets } from './step-secrets.ts'
import { renderFields } from './decide-actions.ts'
import { touchingIo, touchRun } from './touching-io.ts'
import type { Rendering } from './run-under-way.ts'

const MOST_ROWS = 100
/** Query answers that a run keeps, in characters of JSON. */
const MOST_KEPT = 128 * 1024

/** Asks one query. Asking again does nothing at the service, so every failure that may end is tried again. */
export async function workOnQuery(
  memory: RunnerMemory,
  work: Rendering,
  step: ProgramStep<'query'>,
): Promise<StepVerdict> {
  const { world } = memory
  const query = progressOf(work.progress, step)
  query.fields ??= renderFields(memory, work, step.fields)
  const { fields } = query
  const caller = { ...step, key: null, applet_id: work.run.applet_id, hops: work.run.hops }
  const result = await callService(memory, caller, async (service, ports) => {
    const io = touchingIo(memory, work, ports)
    const definition = service.queries[step.slug]
    if (!definition) return MISSING_STEP
    const opened = await openStepSecrets(world, { fields, written: step.fields })
    return definition.run({ fields: opened.fields, applet_id: work.run.applet_id }, io)
  })
  if (result.kind === 'held') return result
  const { outcome } = result
  touchRun(work.entry, world.now())
  if (!outcome.ok) {
    const repeating = { repeat: 'safe', failure_is_final: false } as const
    return noteProblem(query, outcome.problem, repeating, { now: world.now(), random: world.random() })
  }
  query.rows = outcome.value.slice(0, MOST_ROWS)
  while (JSON.stringify(query.rows).length > MOST_KEPT)
    query.rows = query.rows.slice(0, Math.floor(query.rows.length / 2))
  const answer = `${outcome.value.length} ${outcome.value.length === 1 ? 'row' : 'rows'}`
  noteSuccess(query, world.now(), { id: null, url: null, answer })
  return { kind: 'over' }
}

export const MISSING_STEP = failedOutcome({ failure: 'input', message: 'The service no longer has this step.' })
