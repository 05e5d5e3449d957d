import type { DraftCondition } from '../../contract/drafts/draft.ts'
import type { StepKind } from '../../contract/connections/service.ts'
import { readWords } from '../../services/catalog/words/read-words.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { ingredientName } from '../steps/ingredient-name.ts'
import { meansAction, verbOf } from '../planner/means-action.ts'
import { nameUnused } from '../steps/name-unused.ts'
import { NO_PROPOSAL, type Proposal, type ProposedStep } from '../steps/proposal.ts'
import type { Slice } from '../steps/slice.ts'
import { isWholeSchedule, saidValues, type Said } from './said-values.ts'
import type { SuggestedStep, Suggestion } from './read-suggestion.ts'
import { isQuoted, UnusedWords } from './unused-words.ts'

type Given = { sentence: string; slice: Slice }

/**
 * Our own planner's proposal with what a model suggests for the words that the planner did not use: steps, conditions
 * and values, each only where the sentence has its words just so and nothing else stands for them. So a model takes
 * nothing away, uses no word twice, and says nothing that was not said. Words that are left stay in `unmet`. Returns
 * the planner's proposal itself where nothing is added.
 */
export function addSuggestion(own: Proposal, suggestion: Suggestion, { sentence, slice }: Given): Proposal {
  const isForeign = own.language !== null
  const unused = new UnusedWords(sentence, isForeign ? [sentence] : own.unmet)
  const known = (kind: StepKind, id: string) => slice.steps.find((each) => each.kind === kind && each.id === id)
  const add = (kind: StepKind, suggested: SuggestedStep, sources: readonly KnownStep[]): ProposedStep[] => {
    const step = known(kind, suggested.step)
    if (!step) return []
    const { words } = suggested
    const fields = saidValues(step, suggested, { sentence, sources, isForeign })
    const isMeant = isWholeSchedule(step, suggested, fields) && (isForeign || meansStep(slice, step, { words, fields }))
    return isMeant && unused.take(words) ? [{ id: step.id, fields }] : []
  }

  const trigger = own.trigger ?? (suggestion.trigger ? (add('trigger', suggestion.trigger, [])[0] ?? null) : null)
  const triggerStep = trigger && known('trigger', trigger.id)
  const used = JSON.stringify([suggestion.actions, suggestion.conditions])
  const queries = suggestion.queries.flatMap((each) => {
    const step = known('query', each.step)
    const isUsed = step !== undefined && used.includes(ingredientName(step, ''))
    return isUsed && !own.queries.some(({ id }) => id === step.id) ? add('query', each, []) : []
  })
  const asked = [...own.queries, ...queries].flatMap(({ id }) => known('query', id) ?? [])
  const said: Said = { sentence, sources: [...(triggerStep ? [triggerStep] : []), ...asked], isForeign }
  const actions = suggestion.actions.flatMap((each) =>
    own.actions.some(({ id }) => id === each.step) ? [] : add('action', each, said.sources),
  )
  // Conditions that all hold cannot join those of which one is enough.
  const more = own.conditions?.match === 'any' ? [] : suggestion.conditions
  const conditions = more.flatMap(({ words, ...condition }) =>
    isCondition(slice, condition, words, said) && unused.take(words) ? [condition] : [],
  )
  const filled = (kind: StepKind, step: ProposedStep, suggested: readonly SuggestedStep[]) =>
    withValues(step, known(kind, step.id), { suggested, said, unused })

  const added: Proposal = {
    ...own,
    trigger: own.trigger ? filled('trigger', own.trigger, suggestion.trigger ? [suggestion.trigger] : []) : trigger,
    queries: [...own.queries.map((each) => filled('query', each, suggestion.queries)), ...queries],
    actions: [...own.actions.map((each) => filled('action', each, suggestion.actions)), ...actions],
    conditions: withConditions(own.conditions, conditions),
    language: null,
    unmet: unused.rest(),
  }
  // Nothing but the model says what a sentence of another language asks for, so half of one is none.
  if (isForeign && (added.trigger === null || added.actions.length === 0)) return own
  const isMore = JSON.stringify({ ...added, unmet: [] }) !== JSON.stringify({ ...own, language: null, unmet: [] })
  return isMore ? added : own
}

type Asked = { words: string; fields: Record<string, string> }

/** A step of the planner with values that it found no place for. */
function withValues(
  { id, fields }: ProposedStep,
  step: KnownStep | undefined,
  given: { suggested: readonly SuggestedStep[]; said: Said; unused: UnusedWords },
): ProposedStep {
  const suggested = given.suggested.find((each) => each.step === id)
  if (!step || !suggested) return { id, fields }
  const empty = Object.entries(saidValues(step, suggested, given.said)).filter(
    ([slug, value]) => !fields[slug] && given.unused.take(value),
  )
  return empty.length > 0 ? { id, fields: { ...fields, ...Object.fromEntries(empty) } } : { id, fields }
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

/** Conditions that all hold. */
function withConditions(own: Proposal['conditions'], more: readonly DraftCondition[]): Proposal['conditions'] {
  if (more.length === 0) return own
  return { match: 'all', conditions: [...(own?.conditions ?? []), ...more] }
}

/**
 * Whether these words ask for just this step: all of them stand for it or its values, one of them is a word by which
 * alone it may be chosen, and the verb of an action can mean it.
 */
function meansStep({ index }: Slice, step: KnownStep, { words, fields }: Asked): boolean {
  const said = readWords(words, index.vocabulary)
  const found = index.steps.find((each) => each.step === step)
  const isChosen = said.some(({ stems }) =>
    stems.some((each) => found?.strong.has(each) || found?.names.includes(each)),
  )
  const alone = { id: step.id, fields }
  const proposal = { ...NO_PROPOSAL, ...(step.kind === 'trigger' ? { trigger: alone } : { actions: [alone] }) }
  const values = Object.values(fields).join('\n').toLowerCase()
  const hasValues = said.every(
    ({ kind, text }) => kind === 'word' || values.includes(text.toLowerCase().replace(/^[/@]/, '')),
  )
  const isAsked =
    step.kind !== 'action' ||
    (said.length > 1 && verbOf(said) !== null && meansAction(said, null, { step, used: new Set() }))
  return isChosen && isAsked && hasValues && nameUnused(words, proposal, index).length === 0
}
