import { stepsOfKind } from '../applets/step-list.ts'
import type { AppletDraft, DraftChange, DraftStep, DraftWhen, OwnStep } from './draft.ts'

type Step = AppletDraft['steps'][number]

/** The order of a draft's steps; those of one kind stand as their author put them. */
const ORDER: Record<Step['kind'], number> = { trigger: 0, query: 1, filter: 2, wait: 3, action: 4 }
// Object.keys loses the type of the names.
export const KINDS_IN_ORDER = Object.keys(ORDER) as Step['kind'][]

export type DraftParts = {
  trigger?: DraftStep<'trigger'> | null
  queries?: readonly DraftStep<'query'>[]
  when?: DraftWhen
  /** Seconds. */
  wait?: number
  actions?: readonly DraftStep<'action'>[]
}

/** The list of these steps. No filter for "always", no wait for 0. */
export function draftSteps({ trigger = null, queries = [], when, wait = 0, actions = [] }: DraftParts): Step[] {
  const steps = [trigger, ...queries, when ? filterStep(when) : null, waitStep(wait), ...actions]
  return steps.filter((step) => step !== null)
}

function filterStep(when: DraftWhen): OwnStep | null {
  return when.kind === 'always' ? null : { kind: 'filter', key: 'when', when }
}

function waitStep(seconds: number): OwnStep | null {
  return seconds > 0 ? { kind: 'wait', key: 'wait', seconds } : null
}

export function triggerOf({ steps }: Pick<AppletDraft, 'steps'>): DraftStep<'trigger'> | null {
  return stepsOfKind(steps, 'trigger')[0] ?? null
}

export function whenOf({ steps }: Pick<AppletDraft, 'steps'>): DraftWhen {
  return stepsOfKind(steps, 'filter')[0]?.when ?? { kind: 'always' }
}

/** Seconds; 0 without a wait. */
export function waitOf({ steps }: Pick<AppletDraft, 'steps'>): number {
  return stepsOfKind(steps, 'wait')[0]?.seconds ?? 0
}

export function setWhen(when: DraftWhen): DraftChange {
  return { kind: 'set_own', key: 'when', step: filterStep(when) }
}

/** 0 takes the wait away. */
export function setWait(seconds: number): DraftChange {
  return { kind: 'set_own', key: 'wait', step: waitStep(seconds) }
}

/** What a step's sentence says for a field, while nothing is chosen there; null for nothing. */
export function saidFor({ said = {} }: Pick<DraftStep, 'said'>, slug: string): string | null {
  return Object.hasOwn(said, slug) ? (said[slug] ?? null) : null
}

export function ownStep({ steps }: Pick<AppletDraft, 'steps'>, of: OwnStep['key']): OwnStep | null {
  return steps.find((step): step is OwnStep => !('module_name' in step) && step.key === of) ?? null
}

/** Puts a step behind those that come before it, in place of the one with its key. */
export function putStep(steps: readonly Step[], step: Step): Step[] {
  const known = steps.findIndex(({ key }) => key === step.key)
  if (known >= 0) return steps.with(known, step)
  const after = steps.findIndex(({ kind }) => ORDER[kind] > ORDER[step.kind])
  return steps.toSpliced(after < 0 ? steps.length : after, 0, step)
}

type StepBefore = Omit<DraftStep, 'kind'>

/** As drafts were stored before their steps were one list. */
type DraftBefore = Omit<AppletDraft, 'steps'> & {
  trigger: StepBefore | null
  queries: StepBefore[]
  when: DraftWhen
  wait: number
  actions: StepBefore[]
}

/** Reads a stored draft, also one of before. */
export function upcastDraft(stored: AppletDraft | DraftBefore): AppletDraft {
  if ('steps' in stored) return stored
  const { name, trigger, queries, when, wait, actions, min_gap, quiet } = stored
  const steps = draftSteps({
    trigger: trigger && { kind: 'trigger', ...trigger },
    queries: queries.map((step) => ({ kind: 'query', ...step })),
    when,
    wait,
    actions: actions.map((step) => ({ kind: 'action', ...step })),
  })
  return { name, steps, min_gap, quiet }
}

/** As pages sent changes, and browsers kept them, before own steps had one change. */
export type ChangeBefore = { kind: 'set_when'; when: DraftWhen } | { kind: 'set_wait'; wait: number }

/** Reads a change, also one of before. */
export function upcastChange(change: DraftChange | ChangeBefore): DraftChange {
  switch (change.kind) {
    case 'set_when':
      return setWhen(change.when)
    case 'set_wait':
      return setWait(change.wait)
    default:
      return change
  }
}

/** A machine chose all of its steps, and nobody has looked at any of them. */
export function isGuessed({ steps }: Pick<AppletDraft, 'steps'>): boolean {
  const chosen = steps.filter((step) => 'guessed' in step)
  return chosen.length > 0 && chosen.every(({ guessed }) => guessed)
}
