import type { StepKind } from '../connections/service.ts'
import { DRAFT_ACTIONS_MAX, DRAFT_QUERIES_MAX, type AppletDraft, type DraftChange, type DraftStep } from './draft.ts'

/**
 * The draft after one change; null where it cannot be made: a row is full, or no step has the key. The same change made
 * again changes nothing, so that one whose answer was lost may be sent again.
 */
export function changeDraft(doc: AppletDraft, change: DraftChange): AppletDraft | null {
  switch (change.kind) {
    case 'set_name':
      return { ...doc, name: change.name }
    case 'choose_step':
      return chooseStep(doc, change)
    case 'remove_step':
      return removeStep(doc, change.key)
    case 'move_step':
      return moveStep(doc, change)
    case 'set_fields':
      return editStep(doc, change.key, (step) => ({ ...step, fields: { ...step.fields, ...change.fields } }))
    case 'ask_users':
      return editStep(doc, change.key, (step) => ({ ...step, asked: askedAfter(step.asked, change) }))
    case 'choose_account':
      return editStep(doc, change.key, (step) => ({ ...step, account_slot: change.account_slot }))
    case 'accept_step':
      return editStep(doc, change.key, (step) => ({ ...step, guessed: false }))
    case 'set_when':
      return { ...doc, when: change.when }
    case 'set_wait':
      return { ...doc, wait: change.wait }
    case 'set_pace':
      return { ...doc, min_gap: change.min_gap, quiet: change.quiet }
  }
}

/** All steps in the order of their rows, each with its kind. */
export function stepsOfDraft({ trigger, queries, actions }: AppletDraft): { kind: StepKind; step: DraftStep }[] {
  return [
    ...(trigger ? [{ kind: 'trigger' as const, step: trigger }] : []),
    ...queries.map((step) => ({ kind: 'query' as const, step })),
    ...actions.map((step) => ({ kind: 'action' as const, step })),
  ]
}

/** The draft with each step as `edit` gives it. */
export function mapSteps(doc: AppletDraft, edit: (step: DraftStep, kind: StepKind) => DraftStep): AppletDraft {
  return {
    ...doc,
    trigger: doc.trigger && edit(doc.trigger, 'trigger'),
    queries: doc.queries.map((step) => edit(step, 'query')),
    actions: doc.actions.map((step) => edit(step, 'action')),
  }
}

function chooseStep(doc: AppletDraft, change: DraftChange & { kind: 'choose_step' }): AppletDraft | null {
  const { step: kind, key, module_name, slug } = change
  const known = stepsOfDraft(doc).find(({ step }) => step.key === key)
  if (known && known.kind !== kind) return null
  const before = known?.step
  const isSame = before?.module_name === module_name && before.slug === slug
  const chosen: DraftStep = isSame
    ? { ...before, guessed: false }
    : {
        key,
        module_name,
        slug,
        account_slot: before?.module_name === module_name ? before.account_slot : 0,
        fields: {},
        asked: [],
        guessed: false,
      }
  if (before) return mapSteps(doc, (step) => (step.key === key ? chosen : step))
  switch (kind) {
    case 'trigger':
      return { ...doc, trigger: chosen }
    case 'query':
      return doc.queries.length < DRAFT_QUERIES_MAX ? { ...doc, queries: [...doc.queries, chosen] } : null
    case 'action':
      return doc.actions.length < DRAFT_ACTIONS_MAX ? { ...doc, actions: [...doc.actions, chosen] } : null
  }
}

function removeStep(doc: AppletDraft, key: string): AppletDraft {
  const isOther = (step: DraftStep) => step.key !== key
  return {
    ...doc,
    trigger: doc.trigger?.key === key ? null : doc.trigger,
    queries: doc.queries.filter(isOther),
    actions: doc.actions.filter(isOther),
  }
}

/** Beyond the last place is the last one. The trigger has but one. */
function moveStep(doc: AppletDraft, { key, to }: DraftChange & { kind: 'move_step' }): AppletDraft | null {
  if (!stepsOfDraft(doc).some(({ step }) => step.key === key)) return null
  const move = (row: DraftStep[]) => {
    const moved = row.find((step) => step.key === key)
    return moved ? row.filter((step) => step !== moved).toSpliced(Math.min(to, row.length - 1), 0, moved) : row
  }
  return { ...doc, queries: move(doc.queries), actions: move(doc.actions) }
}

function editStep(doc: AppletDraft, key: string, edit: (step: DraftStep) => DraftStep): AppletDraft | null {
  if (!stepsOfDraft(doc).some(({ step }) => step.key === key)) return null
  return mapSteps(doc, (step) => (step.key === key ? edit(step) : step))
}

function askedAfter(before: readonly string[], { field, asked }: { field: string; asked: boolean }): string[] {
  const others = before.filter((each) => each !== field)
  return asked ? (before.includes(field) ? [...before] : [...others, field]) : others
}
