import type { ActionDefinition, RunnableService, StepIo } from '../../steps/service-steps.ts'
import { OUTBOUND_TIMEOUT } from '../../../system/call-places/call-places.ts'
import { notSent } from '../../../system/outbound/in-places.ts'
import type { OutboundInit } from '../../../system/outbound/outbound-fetch.ts'
import type { ActionResult, StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import type { ProgramStep } from '../../../system/runner-api/program.ts'
import { findService } from '../store/added-services.ts'
import { progressOf, type ActionProgress } from '../store/run-progress.ts'
import { dueNow, saveOpenRun } from '../store/runs.ts'
import { encodeRunId } from '../world/ulid.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { callService } from './call-step.ts'
import { openStepSecrets } from './step-secrets.ts'
import { hideValues } from '../../../system/secrets/hide-values.ts'
import { noteProblem, noteSuccess, noteUnsure, type StepVerdict } from './step-attempt.ts'
import { touchingIo, touchRun } from './touching-io.ts'
import type { Rendering, Work } from './run-under-way.ts'
import { MISSING_STEP } from './work-on-query.ts'

const NOTHING_DONE: StepOutcome<ActionResult> = { ok: true, value: { id: null, url: null, answer: null } }

/**
 * Does one action. Before the request of one whose repeat would be done twice, the step is written as sent; after a
 * crash or an uncertain answer it is looked up (`find`), or left to its user (`unsafe`).
 */
export async function workOnAction(
  memory: RunnerMemory,
  work: Work,
  step: ProgramStep<'action'>,
): Promise<StepVerdict> {
  const { world } = memory
  const action = progressOf(work.progress, step)
  const definition = findService(memory, step.module_name)?.actions[step.slug]
  if (!definition) {
    const now = { now: world.now(), random: 0 }
    return noteProblem(action, MISSING_STEP.problem, { repeat: 'safe', failure_is_final: true }, now)
  }
  if (action.state === 'sent') {
    if (definition.repeat === 'unsafe') {
      noteUnsure(action, world.now())
      return { kind: 'over' }
    }
    action.uncertain = true
  }
  const caller = { ...step, key: effectKey(work, action), applet_id: work.run.applet_id, hops: work.run.hops }
  let superseded = false
  let isSent = false
  /** Its user stopped it before anything left. */
  const isCalledOff = () => {
    isSent ||= !work.entry.stopped
    return !isSent
  }
  const fields = action.fields ?? {}
  const set = work.progress.decisions?.[step.id]?.fields
  const opened = await openStepSecrets(world, { fields, written: step.fields, set })
  /** The method of the last request that left. */
  let method = 'GET'
  const result = await callService(memory, caller, async (service, ports) => {
    const call = { fields: opened.fields, applet_id: work.run.applet_id }
    const found = await findEffect(action, definition, call, touchingIo(memory, work, ports))
    if (found) return found
    await waitForTurn(memory, service, caller.account_id, work.entry)
    // What is marked as sent must not wait anymore: after a crash nobody would know that it only waited.
    const place = isMarked(definition) ? await world.places.take(OUTBOUND_TIMEOUT) : undefined
    if (place === null) return notSent(service.identifier)
    try {
      if (place && isCalledOff()) return notSent(service.identifier)
      if (!markSent(memory, work, action, definition)) {
        superseded = true
        return NOTHING_DONE
      }
      const onCall = (init: OutboundInit) => void (method = init.method ?? 'GET')
      return await definition.run(
        call,
        touchingIo(memory, work, ports, { onCall, isCalledOff, ...(place && { place }) }),
      )
    } finally {
      place?.release()
    }
  })
  touchRun(work.entry, world.now())
  if (superseded) throw new Error('Another incarnation has this run.')
  if (result.kind === 'held') {
    if (action.state === 'sent') action.state = 'retrying'
    action.due = null
    return result
  }
  const outcome = isGoneAlready(work, action, method, result.outcome) ? NOTHING_DONE : result.outcome
  const at = { now: world.now(), random: world.random() }
  const hide = (text: string) => hideValues(text, opened.secrets)
  if (!outcome.ok) {
    const message = hide(outcome.problem.message)
    return noteProblem(action, { ...outcome.problem, message }, definition, at)
  }
  const { answer } = outcome.value
  noteSuccess(action, world.now(), { ...outcome.value, answer: answer === null ? null : hide(answer) })
  return { kind: 'over' }
}

/** `sy_{run}_{step}_{n}`: the same for every retry, so that a service that honors it does the action once. */
function effectKey({ run }: Work, action: ActionProgress): string {
  return `sy_${encodeRunId(run)}_${action.id}_${action.n}`
}

/** Looks for the effect of an earlier try that may have worked; null where there is none to look for. */
async function findEffect(
  action: ActionProgress,
  definition: ActionDefinition,
  call: { fields: Record<string, string>; applet_id: number },
  io: StepIo,
): Promise<StepOutcome<ActionResult> | null> {
  if (definition.repeat !== 'find' || !action.uncertain || !definition.find) return null
  const found = await definition.find(call, io)
  if (!found.ok) return found
  return found.value && { ok: true, value: found.value }
}

/** What had to be deleted is not there: an earlier try, whose end nobody knows, has done it. */
function isGoneAlready(
  { run }: Work,
  { uncertain }: ActionProgress,
  method: string,
  outcome: StepOutcome<ActionResult>,
): boolean {
  if (outcome.ok || method !== 'DELETE' || !(uncertain || run.takes > 1)) return false
  return outcome.problem.status === 404 || outcome.problem.status === 410
}

function isMarked({ repeat }: ActionDefinition): boolean {
  return repeat === 'find' || repeat === 'unsafe'
}

/** Writes that the request may leave now; this also proves that the object is still the current one. */
function markSent(memory: RunnerMemory, work: Work, action: ActionProgress, { repeat }: ActionDefinition): boolean {
  switch (repeat) {
    case 'safe':
    case 'key':
      return true
    case 'find':
    case 'unsafe': {
      action.state = 'sent'
      const marked = saveOpenRun(memory, work.run, work.progress, { state: 'calling', due: dueNow(memory, work.run) })
      if (marked) work.has_work = true
      return marked
    }
  }
}

/**
 * Waits until the account may change something again, where its service asks for a gap between two changes. At most six
 * runs of a Runner are under way, so at most five wait before this one.
 */
async function waitForTurn(
  { world, next_writes }: RunnerMemory,
  { write_gap = 0 }: RunnableService,
  account_id: string | null,
  entry: Rendering['entry'],
): Promise<void> {
  if (write_gap === 0 || account_id === null) return
  const now = world.now()
  const turn = Math.max(now, next_writes.get(account_id) ?? 0)
  next_writes.set(account_id, turn + write_gap)
  if (turn <= now) return
  touchRun(entry, now, turn - now)
  await world.sleep(turn - now)
  touchRun(entry, world.now())
}
