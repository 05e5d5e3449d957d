import type {
  DraftField,
  DraftProblem,
  DraftStep,
  DraftStepView,
  DraftView,
  FoundDraftStep,
} from '../../../worker/contract/drafts/draft.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import { choiceLabel } from '../../../worker/contract/applets/choice-label.ts'
import { NOT_BLOCKED } from '../../../worker/contract/upgrade/upgrade.ts'
import { stepsOfDraft } from '../../../worker/contract/drafts/change-draft.ts'
import { saidFor } from '../../../worker/contract/drafts/draft-steps.ts'
import { docOf, type DraftState } from './draft-state.ts'

/** A step on the page. `loading`: it was chosen a moment ago, and the server has not said what it needs. */
export type ShownStep = DraftStepView & {
  loading: boolean
  /** Its fields whose secret has to be typed again. */
  lostSecrets: readonly string[]
}
export type ShownDraft = Omit<DraftView, 'steps'> & { steps: ShownStep[] }

/**
 * The draft as its page shows it: the server's view, and what the server does not have yet. `chosen`: steps that were
 * found on this page, as "service/kind/slug".
 */
export function showDraft(state: DraftState, chosen: ReadonlyMap<string, FoundDraftStep>): ShownDraft {
  const { base } = state
  const doc = docOf(state)
  const show = (step: DraftStep) => {
    const known = base.steps.find(
      ({ key, module_name, slug }) => key === step.key && module_name === step.module_name && slug === step.slug,
    )
    const shown = known ? withChanges(known, step) : provisionalStep(step, chosen.get(stepName(step.kind, step)))
    const lostSecrets = shown.fields.flatMap(({ slug }) =>
      state.lostSecrets.includes(`${step.key}.${slug}`) ? [slug] : [],
    )
    return { ...shown, lostSecrets, loading: !known }
  }
  const steps = stepsOfDraft(doc).map(show)
  // What was said of another value may not hold for this one.
  const problems = base.problems.filter((each) => valueAt(base.steps, each) === valueAt(steps, each))
  return { ...base, doc, steps, problems }
}

/** Undefined where no field of a step is meant. */
function valueAt(steps: readonly DraftStepView[], { step, field }: DraftProblem): string | undefined {
  return steps.find(({ key }) => key === step)?.fields.find(({ slug }) => slug === field)?.value
}

export function stepName(kind: StepKind, { module_name, slug }: { module_name: string; slug: string }): string {
  return `${module_name}/${kind}/${slug}`
}

function withChanges(known: DraftStepView, step: DraftStep): DraftStepView {
  const { fields, labels, asked, account_slot, guessed } = step
  return {
    ...known,
    account_slot,
    guessed,
    fields: known.fields.map((field): DraftField => {
      const value = fields[field.slug] ?? field.value
      const said = saidFor(step, field.slug)
      const isSame = value === field.value && said === field.said
      return {
        ...field,
        value,
        chosen: choiceLabel(labels, field.slug, value),
        said,
        asked: asked.includes(field.slug),
        problem: isSame ? field.problem : null,
        note: isSame ? (field.note ?? null) : null,
      }
    }),
  }
}

function provisionalStep(step: DraftStep, found: FoundDraftStep | undefined): DraftStepView {
  return {
    key: step.key,
    kind: step.kind,
    module_name: step.module_name,
    slug: step.slug,
    filter_name: '',
    filter_methods: [],
    name: found?.name ?? step.slug,
    description: found?.description ?? '',
    phrase: null,
    sentence: null,
    service: found?.service ?? null,
    is_stopped: false,
    state: 'ready',
    problem: null,
    rules: found?.rules ?? NOT_BLOCKED,
    account_slot: step.account_slot,
    accounts: [],
    fields: [],
    ingredients: [],
    guessed: step.guessed,
  }
}
