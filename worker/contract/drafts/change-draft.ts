import type { StepKind } from '../connections/service.ts'
import { labelsOf } from '../applets/choice-label.ts'
import { stepsOfKind, stepsOfServices } from '../applets/step-list.ts'
import { putStep } from './draft-steps.ts'
import {
  DRAFT_ACTIONS_MAX,
  DRAFT_QUERIES_MAX,
  OWN_KEYS,
  type AppletDraft,
  type DraftChange,
  type DraftStep,
} from './draft.ts'

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
      return editStep(doc, change.key, (step) => setFields(step, change))
    case 'ask_users':
      return editStep(doc, change.key, (step) => ({ ...step, asked: askedAfter(step.asked, change) }))
    case 'choose_account':
      return editStep(doc, change.key, (step) => ({ ...step, account_slot: change.account_slot }))
    case 'accept_step':
      return editStep(doc, change.key, (step) => ({ ...step, guessed: false }))
    case 'set_own':
      return change.step ? { ...doc, steps: putStep(doc.steps, change.step) } : removeStep(doc, change.key)
    case 'set_pace':
      return { ...doc, min_gap: change.min_gap, quiet: change.quiet }
  }
}

/** All steps of services in their order. */
export function stepsOfDraft({ steps }: Pick<AppletDraft, 'steps'>): DraftStep[] {
  return stepsOfServices(steps)
}

/** The draft with each step of a service as `edit` gives it. */
export function mapSteps(doc: AppletDraft, edit: (step: DraftStep) => DraftStep): AppletDraft {
  return { ...doc, steps: doc.steps.map((step) => ('module_name' in step ? edit(step) : step)) }
}

function chooseStep(doc: AppletDraft, change: DraftChange & { kind: 'choose_step' }): AppletDraft | null {
  const { step: kind, key, module_name, slug, guessed = false, said } = change
  const known = doc.steps.find((step) => step.key === key)
  if (Object.hasOwn(OWN_KEYS, key) || (known && known.kind !== kind)) return null
  const before = stepsOfDraft(doc).find((step) => step.key === key)
  if (!before && stepsOfKind(doc.steps, kind).length >= MOST[kind]) return null
  const isSame = before?.module_name === module_name && before.slug === slug
  const chosen: DraftStep = isSame
    ? { ...before, guessed }
    : {
        kind,
        key,
        module_name,
        slug,
        account_slot: before?.module_name === module_name ? before.account_slot : 0,
        fields: {},
        asked: [],
        guessed,
        ...(said && { said }),
      }
  // Another trigger takes the place of the one that is there.
  const others = doc.steps.filter((step) => kind !== 'trigger' || step.kind !== kind || step.key === key)
  return { ...doc, steps: putStep(others, chosen) }
}

const MOST: Record<StepKind, number> = {
  trigger: Number.POSITIVE_INFINITY,
  query: DRAFT_QUERIES_MAX,
  action: DRAFT_ACTIONS_MAX,
}

/** What was said for a field that is set now has done its work. */
function setFields(step: DraftStep, change: DraftChange & { kind: 'set_fields' }): DraftStep {
  const fields = { ...step.fields, ...change.fields }
  const { labels: before, said: wanted, guessed, ...rest } = step
  const labels = labelsOf({ ...before, ...change.labels }, fields)
  const said = Object.entries(wanted ?? {}).filter(([slug]) => !Object.hasOwn(change.fields, slug))
  return {
    ...rest,
    guessed: guessed || change.guessed === true,
    fields,
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(said.length > 0 && { said: Object.fromEntries(said) }),
  }
}

function removeStep(doc: AppletDraft, key: string): AppletDraft {
  return { ...doc, steps: doc.steps.filter((step) => step.key !== key) }
}

/** Among the steps of its kind; beyond the last place is the last one. */
function moveStep(doc: AppletDraft, { key, to }: DraftChange & { kind: 'move_step' }): AppletDraft | null {
  const moved = stepsOfDraft(doc).find((step) => step.key === key)
  if (!moved) return null
  const others = stepsOfKind(doc.steps, moved.kind).filter((step) => step !== moved)
  const ordered = others.toSpliced(to, 0, moved)
  return { ...doc, steps: doc.steps.map((step) => (step.kind === moved.kind ? (ordered.shift() ?? step) : step)) }
}

function editStep(doc: AppletDraft, key: string, edit: (step: DraftStep) => DraftStep): AppletDraft | null {
  if (!stepsOfDraft(doc).some((step) => step.key === key)) return null
  return mapSteps(doc, (step) => (step.key === key ? edit(step) : step))
}

function askedAfter(before: readonly string[], { field, asked }: { field: string; asked: boolean }): string[] {
  const others = before.filter((each) => each !== field)
  return asked ? (before.includes(field) ? [...before] : [...others, field]) : others
}
