import type { DraftCondition } from '../../contract/drafts/draft.ts'
import type { StepKind } from '../../contract/connections/service.ts'
import { readWords } from '../../services/catalog/words/read-words.ts'
import { matchSteps, preferenceOf } from '../../services/catalog/steps/step-index.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { stepsOfProposal } from '../steps/draft-of-proposal.ts'
import { ingredientName } from '../steps/ingredient-name.ts'
import { meansAction, verbOf } from '../planner/means-action.ts'
import { nameUnused } from '../steps/name-unused.ts'
import { NO_PROPOSAL, withSaid, type Proposal, type ProposedStep } from '../steps/proposal.ts'
import type { Slice } from '../steps/slice.ts'
import { isWholeSchedule, saidValues, type Said } from './said-values.ts'
import type { SuggestedStep, Suggestion } from './read-suggestion.ts'
import { contentWords, isQuoted, UnusedWords } from './unused-words.ts'

type Given = { sentence: string; slice: Slice }

/**
 * What the sentence bears out of a model's suggestion: steps that our own planner finds too, with the values that it reads
 * for them, and for all other words steps, conditions and values, each only where the sentence has its words just so and
 * nothing else stands for them. So a model uses no word twice, and says nothing that was not said. Words that are left
 * stand in `unmet`.
 */
export function checkSuggestion(own: Proposal, suggestion: Suggestion, { sentence, slice }: Given): Proposal {
  const isForeign = own.language !== null
  const base = agreedPart(own, suggestion)
  const unused = new UnusedWords(
    sentence,
    isForeign ? [sentence] : [...base.unmet, ...nameUnused(sentence, base, slice.index)],
  )
  const known = (kind: StepKind, id: string) => slice.steps.find((each) => each.kind === kind && each.id === id)
  const steps = (kind: StepKind, both: readonly ProposedStep[], others: readonly SuggestedStep[], said: Said) => [
    ...both.map((each) => withValues(each, known(kind, each.id), { suggested: others, said, unused })),
    ...others.flatMap((suggested) => {
      const step = both.some(({ id }) => id === suggested.step) ? undefined : known(kind, suggested.step)
      if (!step) return []
      const proposed = { id: step.id, ...saidValues(step, suggested, said) }
      const isMeant = isForeign || meansStep(slice, step, { words: suggested.words, proposed })
      return isMeant && isWholeSchedule(step, suggested, proposed.fields) && unused.take(suggested.words)
        ? [proposed]
        : []
    }),
  ]

  const none: Said = { sentence, sources: [], isForeign }
  const [trigger = null] = steps('trigger', listed(base.trigger), listed(suggestion.trigger), none)
  const used = JSON.stringify([suggestion.actions, suggestion.conditions])
  const isUsed = ({ step }: SuggestedStep) =>
    slice.steps.some((each) => each.id === step && used.includes(ingredientName(each, '')))
  const queries = steps('query', base.queries, suggestion.queries.filter(isUsed), none)
  const reported = [known('trigger', trigger?.id ?? ''), ...queries.map(({ id }) => known('query', id))]
  const said: Said = { ...none, sources: reported.filter((each) => each !== undefined) }
  const actions = steps('action', base.actions, suggestion.actions, said)
  // Conditions that all hold cannot join those of which one is enough.
  const more = base.conditions?.match === 'any' ? [] : suggestion.conditions
  const conditions = more.flatMap(({ words, ...condition }) =>
    isCondition(slice, condition, words, said) && unused.take(words) ? [condition] : [],
  )
  return {
    ...base,
    trigger,
    queries,
    actions,
    conditions:
      conditions.length > 0
        ? { match: 'all', conditions: [...(base.conditions?.conditions ?? []), ...conditions] }
        : base.conditions,
    language: null,
    unmet: unused.rest(),
  }
}

function listed<Item>(item: Item | null): Item[] {
  return item === null ? [] : [item]
}

/** The planner's proposal with those of its actions that the model names too; nothing of it under another trigger. */
function agreedPart(own: Proposal, { trigger, actions }: Suggestion): Proposal {
  if (own.trigger && own.trigger.id !== trigger?.step) return NO_PROPOSAL
  return { ...own, actions: own.actions.filter(({ id }) => actions.some(({ step }) => step === id)) }
}

/**
 * Decides whose proposal is shown: what was taken of the model's suggestion, unless it leaves more of the sentence than our
 * own planner does, in words or in steps.
 */
export function chooseProposal(own: Proposal, suggested: Proposal): Proposal {
  const words = ({ unmet }: Proposal) => unmet.flatMap(contentWords).length
  const steps = (proposal: Proposal) => stepsOfProposal(proposal).length
  // Nothing but the model says what a sentence of another language asks for, so half of one is none.
  const isLess =
    own.language === null
      ? words(suggested) > words(own) || steps(suggested) < steps(own)
      : suggested.trigger === null || suggested.actions.length === 0
  return isLess ? own : suggested
}

type Asked = { words: string; proposed: ProposedStep }

/** A step of the planner with values that it found no place for. */
function withValues(
  own: ProposedStep,
  step: KnownStep | undefined,
  given: { suggested: readonly SuggestedStep[]; said: Said; unused: UnusedWords },
): ProposedStep {
  const suggested = given.suggested.find((each) => each.step === own.id)
  if (!step || !suggested) return own
  const more = saidValues(step, suggested, given.said)
  const isNew = ([slug, value]: [string, string]) => !own.fields[slug] && !own.said?.[slug] && given.unused.take(value)
  const added = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter(isNew))
  return withSaid({ ...own, fields: { ...own.fields, ...added(more.fields) } }, added(more.said ?? {}))
}

/** Whether these words ask for just this: its value is in them, and all of them stand for it, as far as we read them. */
function isCondition(slice: Slice, condition: DraftCondition, words: string, { sources, isForeign }: Said): boolean {
  const { ingredient, operator, value } = condition
  const isKnown = sources.some((step) => step.ingredients.some(({ slug }) => ingredientName(step, slug) === ingredient))
  if (!isKnown || value === '' || !isQuoted(value, words) || !UNDENIED.includes(operator)) return false
  const alone = { ...NO_PROPOSAL, conditions: { match: 'all' as const, conditions: [condition] } }
  return isForeign || (!NOT.test(words) && nameUnused(words, alone, slice.index).length === 0)
}

/** What is denied, and more or less than a number, our own planner reads. */
const UNDENIED: readonly DraftCondition['operator'][] = ['is', 'contains', 'begins_with', 'ends_with']
const NOT = /\b(?:not|no|unless|except|without|never)\b|n['’]t\b/i

/**
 * Whether these words ask for just this step: all of them stand for it or its values, no other step fits them better, and
 * the verb of an action can mean it.
 */
function meansStep({ index, connected }: Slice, step: KnownStep, { words, proposed: alone }: Asked): boolean {
  const said = readWords(words, index.vocabulary)
  const [best] = matchSteps(index, said, { kind: step.kind, preference: preferenceOf(connected) })
  const proposal = { ...NO_PROPOSAL, ...(step.kind === 'trigger' ? { trigger: alone } : { actions: [alone] }) }
  const values = Object.values({ ...alone.said, ...alone.fields })
    .join('\n')
    .toLowerCase()
  const hasValues = said.every(
    ({ kind, text }) => kind === 'word' || values.includes(text.toLowerCase().replace(/^[/@]/, '')),
  )
  const isAsked =
    step.kind !== 'action' ||
    (said.length > 1 && verbOf(said) !== null && meansAction(said, null, { step, used: new Set() }))
  return best?.step === step && best.isStrong && isAsked && hasValues && nameUnused(words, proposal, index).length === 0
}
