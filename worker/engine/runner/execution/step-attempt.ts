import type { HoldReason } from '../../../contract/runs/applet-run.ts'
import type { ActionResult, Repeat, StepProblem } from '../../../system/runner-api/step-outcome.ts'
import type { ServiceProgress } from '../store/run-progress.ts'
import { adviceFor, decideRetry } from './retry-rules.ts'

/** The outcome of a step's try. */
export type StepVerdict = { kind: 'over' } | { kind: 'again' } | { kind: 'held'; hold: HoldReason; due: number | null }

const MOST_TRIES = 40

type Repeating = { repeat: Repeat; failure_is_final: boolean }

/** Notes a try that worked. */
export function noteSuccess(step: ServiceProgress, now: number, result: ActionResult): void {
  note(step, now, 'It worked.')
  Object.assign(step, { state: 'done', uncertain: false, due: null, message: null, advice: null })
  step.answer = result.answer ?? (result.id === null ? null : `id ${result.id}`)
  step.url = result.url
}

/** Notes a try that failed and decides what follows. `random` is from 0 to 1. */
export function noteProblem(
  step: ServiceProgress,
  problem: StepProblem,
  { repeat, failure_is_final }: Repeating,
  { now, random }: { now: number; random: number },
): StepVerdict {
  note(step, now, problem.message)
  const { failures, refused } = step
  step.message = problem.message
  step.uncertain ||= problem.sent === 'maybe' && !(problem.failure === 'server' && failure_is_final)
  const decision = decideRetry(problem, { repeat, uncertain: step.uncertain, failures, refused }, random)
  switch (decision.kind) {
    case 'retry':
      if (decision.counts) step[decision.counts] += 1
      Object.assign(step, { state: 'retrying', due: now + decision.wait })
      return { kind: 'again' }
    case 'skip':
      Object.assign(step, { state: 'skipped', due: null })
      return { kind: 'over' }
    case 'unsure':
      Object.assign(step, { state: 'unsure', due: null, advice: UNSURE_ADVICE })
      return { kind: 'over' }
    case 'fail':
    case 'ask_account':
      Object.assign(step, { state: 'failed', due: null, advice: adviceFor(problem) })
      return { kind: 'over' }
  }
}

const UNSURE_MESSAGE = "We don't know whether this happened."
const UNSURE_ADVICE = 'Look at the service. Then choose "It did" or "Do it again".'

/** A step whose request may have left before a crash, at a service that would do it twice. */
export function noteUnsure(step: ServiceProgress, now: number): void {
  note(step, now, 'We were interrupted before the answer came.')
  Object.assign(step, { state: 'unsure', uncertain: true, due: null, message: UNSURE_MESSAGE, advice: UNSURE_ADVICE })
}

function note(step: ServiceProgress, at: number, message: string): void {
  step.tries = [...step.tries, { at, message }].slice(-MOST_TRIES)
}
