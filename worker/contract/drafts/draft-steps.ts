import { stepsOfKind } from '../applets/step-list.ts'
import type { AppletDraft, DraftStep, DraftWhen } from './draft.ts'

type Step = AppletDraft['steps'][number]

/** The order of a draft's steps; those of one kind stand as their author put them. */
const ORDER: Record<Step['kind'], number> = { trigger: 0, query: 1, filter: 2, wait: 3, action: 4 }

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
  return [
    ...(trigger ? [trigger] : []),
    ...queries,
    ...(when && when.kind !== 'always' ? [{ kind: 'filter' as const, key: 'when' as const, when }] : []),
    ...(wait > 0 ? [{ kind: 'wait' as const, key: 'wait' as const, seconds: wait }] : []),
    ...actions,
  ]
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
