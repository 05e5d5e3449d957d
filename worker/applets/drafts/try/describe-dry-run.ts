import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { waitOf } from '../../../contract/drafts/draft-steps.ts'
import { actionInSentence } from '../../../contract/sentences/proposed-name.ts'
import type { DraftProblem, DraftStepView } from '../../../contract/drafts/draft.ts'
import type { DryRunStep } from '../../../contract/drafts/try-draft.ts'
import { waitInWords } from '../../../contract/drafts/wait-in-words.ts'
import type { Program } from '../../../system/runner-api/program.ts'
import type { DryRun, TriedStep } from '../../../system/runner-api/try-api.ts'
import type { Ingredients } from '../../../system/runner-api/step-outcome.ts'
import type { TriedDraft } from './load-tried-draft.ts'

const MAIN_TEXT = 140
const SHOWN_VALUE = 4000
const NOT_VERIFIED = 'Your email address is not verified yet: open the link that we sent you.'
const NOT_REACHED = 'Not reached: something before it needs fixing first.'

/** The part of a step's row that does not depend on the outcome. */
type OwnRow = Omit<DryRunStep, 'state' | 'message'>

/**
 * Cuts the program for a try: queries up to the first that is not ready, because nothing after it can be known.
 */
export function withoutProblems({ program, view }: TriedDraft): Program {
  const queries = view.steps.filter(({ kind }) => kind === 'query')
  const first = queries.findIndex(({ problem }) => problem !== null)
  if (first < 0) return program
  const branches = program.branches.map((branch) => {
    const leftOut = new Set(stepsOfKind(branch.steps, 'query').slice(first))
    return { ...branch, steps: branch.steps.filter((step) => step.kind !== 'query' || !leftOut.has(step)) }
  })
  return { ...program, branches }
}

/** Describes the dry run of each step of the draft, at its place. */
export function describeDryRun(tried: TriedDraft, answer: DryRun): DryRunStep[] {
  const { view } = tried
  const queries = view.steps.filter(({ kind }) => kind === 'query')
  const actions = view.steps.filter(({ kind }) => kind === 'action')
  const asked = queries.map((step, index) => queryStep(step, stepsOfKind(answer.steps, 'query')[index]))
  const stuck = asked.some(({ state }) => state !== 'asked')
  const when = whenSteps(tried, answer, stuck)
  const blocked = stuck || when.some(({ state }) => state !== 'passed' && state !== 'skipped')
  // A step that is withdrawn is not in the program.
  const known = actions.filter(({ state }) => state !== 'withdrawn')
  const done = actions
    .map((step) => actionStep(step, blocked ? undefined : stepsOfKind(answer.steps, 'action')[known.indexOf(step)]))
    .map((step, index) => (isUnsendable(tried, actions[index]) ? notSent(step) : step))
  return [...asked, ...when, ...waitSteps(tried, blocked), ...done]
}

function queryStep(step: DraftStepView, said: TriedStep | undefined): DryRunStep {
  if (said?.state === 'done') {
    const rows = said.rows.map((row) => shownRow(step, row))
    return { ...ofStep(step, said), state: 'asked', message: `It answered ${said.message ?? 'nothing'}.`, rows }
  }
  if (said?.state === 'failed') return failed(step, said, step.problem ?? said.message ?? 'It did not answer.')
  if (said?.state === 'skipped') {
    const why = said.message ?? 'The service asks to skip it.'
    return { ...ofStep(step, said), state: 'skipped', message: `Would be skipped: ${why}` }
  }
  return step.problem === null ? notReached(step) : failed(step, said, step.problem)
}

function actionStep(step: DraftStepView, said: TriedStep | undefined): DryRunStep {
  if (step.problem !== null) return failed(step, said, step.problem)
  if (!said || said.state === 'not_reached') return notReached(step)
  if (said.state === 'skipped') {
    return {
      ...ofStep(step, said),
      state: 'skipped',
      message: `Would be skipped: ${said.message || 'No reason is given.'}`,
    }
  }
  const empty = step.fields.find(({ slug, required }) => required && (said.fields[slug] ?? '').trim() === '')
  if (empty) return failed(step, said, `${empty.label} came out empty.`, empty.slug)
  return { ...ofStep(step, said), state: 'would', message: wouldDo(step, said) }
}

/** Whether it mails its author, who has not verified an address yet. */
function isUnsendable({ loaded }: TriedDraft, step: DraftStepView | undefined): boolean {
  return step?.module_name === 'email' && loaded.actor.email_verified_at === null
}

/** Says what the run will say, unless something else comes before. Nothing of the draft is wrong. */
function notSent(step: DryRunStep): DryRunStep {
  return step.state === 'would' ? { ...step, state: 'failed', message: NOT_VERIFIED } : step
}

/** "Would post a message: Hello". */
function wouldDo({ name, phrase, fields }: DraftStepView, { fields: values }: TriedStep): string {
  const filled = fields.filter(({ slug, type }) => type !== 'secret' && (values[slug] ?? '') !== '')
  const main = filled.find(({ type }) => type === 'textarea') ?? filled.find(({ type }) => type === 'text')
  const text = main ? (values[main.slug] ?? '').replaceAll(/\s+/g, ' ').trim() : ''
  return `Would ${actionInSentence({ name, phrase })}${text === '' ? '.' : `: ${cut(text, MAIN_TEXT)}`}`
}

/** Shows the decision of "Only if …", where there is one. */
function whenSteps({ view, program }: TriedDraft, { steps }: DryRun, stuck: boolean): DryRunStep[] {
  if (view.filter_code === null) return []
  const when: OwnRow = { step: 'when', kind: 'when', fields: [], rows: [], problem: null }
  const known = view.problems.find(({ step }) => step === 'when')
  const [filter] = stepsOfKind(steps, 'filter')
  const actions = stepsOfKind(steps, 'action')
  if (known || !program.branches[0]?.steps.some(({ kind }) => kind === 'filter')) {
    const problem = known ?? { step: 'when', field: null, line: null, message: 'This cannot be run as it is.' }
    return [{ ...when, state: 'failed', message: atLine(problem), problem }]
  }
  if (stuck || !filter || filter.state === 'not_reached')
    return [{ ...when, state: 'not_reached', message: NOT_REACHED }]
  if (filter.message !== null) {
    const problem: DraftProblem = { step: 'when', field: null, line: filter.line, message: filter.message }
    return [{ ...when, state: 'failed', message: atLine(problem), problem }]
  }
  const skipped = actions.filter(({ state }) => state === 'skipped').length
  if (skipped === 0) return [{ ...when, state: 'passed', message: 'It lets every action through.' }]
  const all = skipped === actions.length
  return [
    {
      ...when,
      state: all ? 'skipped' : 'passed',
      message: all ? 'It skips every action.' : `It skips ${skipped} of ${actions.length} actions.`,
    },
  ]
}

function atLine({ line, message }: DraftProblem): string {
  return line === null ? message : `Line ${line}: ${message}`
}

function waitSteps({ view }: TriedDraft, blocked: boolean): DryRunStep[] {
  const wait = waitOf(view.doc)
  if (wait === 0) return []
  const step: OwnRow = { step: 'wait', kind: 'wait', fields: [], rows: [], problem: null }
  if (blocked) return [{ ...step, state: 'not_reached', message: NOT_REACHED }]
  return [{ ...step, state: 'would', message: `Would wait ${waitInWords(wait)}.` }]
}

function failed(
  step: DraftStepView,
  said: TriedStep | undefined,
  message: string,
  field = step.fields.find(({ problem }) => problem !== null)?.slug ?? null,
): DryRunStep {
  return { ...ofStep(step, said), state: 'failed', message, problem: { step: step.key, field, line: null, message } }
}

function notReached(step: DraftStepView): DryRunStep {
  return { ...ofStep(step, undefined), state: 'not_reached', message: NOT_REACHED }
}

function ofStep(step: DraftStepView, said: TriedStep | undefined): OwnRow {
  const fields = step.fields.flatMap(({ slug, label }) => {
    const value = said?.fields[slug] ?? ''
    return value === '' ? [] : [{ slug, label, value }]
  })
  return { step: step.key, kind: step.kind === 'query' ? 'query' : 'action', fields, rows: [], problem: null }
}

function shownRow({ ingredients }: DraftStepView, row: Ingredients): { name: string; value: string }[] {
  return Object.entries(row).map(([slug, value]) => ({
    name: ingredients.find(({ name }) => name.endsWith(`.${slug}`))?.label ?? slug,
    value: cut(String(value ?? ''), SHOWN_VALUE),
  }))
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
