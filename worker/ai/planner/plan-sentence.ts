import { NO_PROPOSAL, type Proposal, type ProposedStep } from '../steps/proposal.ts'
import { type Slice } from '../steps/slice.ts'
import { preferenceOf, narrowIndex, type Preference, type StepIndex } from '../../services/catalog/steps/step-index.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { readSchedule, type ReadSchedule } from '../../services/catalog/words/read-schedule.ts'
import { readWords, type Word } from '../../services/catalog/words/read-words.ts'
import type { ChosenDeed } from './choose-actions.ts'
import { chooseQueries } from './choose-queries.ts'
import { chooseWithActions } from './choose-trigger.ts'
import { fillFields } from './fill-fields.ts'
import { readConditions } from './read-conditions.ts'
import { isIf, startLength, takeConditions, waysToTakeEvent } from './split-clauses.ts'

/** The catalog, and what counts for a step besides words. */
type Known = { whole: StepIndex; preference: Preference }

/**
 * Steps for a sentence by the words of the catalog alone: the same sentence gets the same answer, offline and without a
 * language model. It knows rhythms, "when …", "only if …", several deeds, and texts in quotes.
 */
export function planSentence(sentence: string, { index: whole, connected }: Slice): Proposal {
  const known = { whole, preference: preferenceOf(connected) }
  const byClock = scheduleTrigger(whole, readSchedule(sentence.replace(LIMITED_TIME, '')))
  const words = readWords(byClock ? byClock.rest : sentence, whole.vocabulary)
  const hasEvent = words.some((word, at) => startLength(words, at) > 0 && !isIf(word))
  return byClock && !hasEvent
    ? planByClock(known, byClock, words)
    : planByEvent(known, readWords(sentence, whole.vocabulary))
}

function planByClock({ whole, preference }: Known, { trigger, step }: ClockTrigger, words: readonly Word[]): Proposal {
  const { rest, conditions } = takeConditions(words, true)
  const index = narrowIndex(whole, rest)
  const { found, event, deeds } = chooseWithActions(index, rest, { kind: 'query', preference })
  const queries = found ? [found.step] : []
  return toProposal({ whole, index, preference, trigger, step, queries, deeds, conditions, event })
}

function planByEvent({ whole, preference }: Known, words: readonly Word[]): Proposal {
  const said = takeConditions(words, false)
  const { index, conditions: others, choice } = chooseEvent({ whole, preference }, said.rest)
  const conditions = [...said.conditions, ...others]
  const { found, event, deeds } = choice
  const step = found?.step ?? null
  const trigger = step && { id: step.id, fields: fillFields(step, { words: event, message: [], from: null }) }
  return toProposal({ whole, index, preference, trigger, step, queries: [], deeds, conditions, event })
}

/** The likeliest event that a service can tell of. */
function chooseEvent({ whole, preference }: Known, words: readonly Word[]) {
  const [likeliest, ...others] = waysToTakeEvent(words)
  const choose = ({ rest, conditions }: typeof likeliest) => {
    const index = narrowIndex(whole, rest)
    return { index, conditions, choice: chooseWithActions(index, rest, { kind: 'trigger', preference }) }
  }
  const first = choose(likeliest)
  return first.choice.found ? first : (others.map(choose).find(({ choice }) => choice.found) ?? first)
}

/** A time that only limits when something happens. */
const LIMITED_TIME = /\b(?:only|unless|except) (?:on|at|in|between|after|before|it is)\b.*$/i

/** `rest`: the sentence without its rhythm. */
type ClockTrigger = { trigger: ProposedStep; step: KnownStep; rest: string }

function scheduleTrigger(index: StepIndex, schedule: ReadSchedule | null): ClockTrigger | null {
  if (!schedule) return null
  const { slug, fields, rest } = schedule
  const found = index.steps.find(({ step }) => step.id === `schedule/triggers/${slug}`)
  return found ? { trigger: { id: found.step.id, fields }, step: found.step, rest } : null
}

/** `index`: the steps that some of the words could mean. `step`: the trigger's. */
type Understood = Known & {
  index: StepIndex
  trigger: ProposedStep | null
  step: KnownStep | null
  queries: readonly KnownStep[]
  deeds: readonly ChosenDeed[]
  conditions: ReturnType<typeof takeConditions>['conditions']
  event: readonly Word[]
}

function toProposal({
  whole,
  index,
  preference,
  trigger,
  step,
  queries: sought,
  deeds,
  conditions,
  event,
}: Understood): Proposal {
  const looked = chooseQueries(index, deeds, preference)
  const before = [...new Set([...sought, ...looked.queries])]
  const done = deeds.filter((deed) => !looked.deeds.has(deed) && !isSaid(deed, step))
  const asked = readConditions(whole, conditions, { trigger: step, queries: before, preference })
  const queries = [...before, ...asked.queries]
  const sources = { trigger: step, queries }
  const said = [...event, ...deeds.flatMap(({ words }) => words)]
  return {
    ...NO_PROPOSAL,
    trigger,
    queries: queries.map((query) => ({
      id: query.id,
      fields: fillFields(query, { words: said, message: [], from: sources }),
    })),
    conditions: asked.conditions,
    actions: done.flatMap(({ match, words, message }) =>
      match ? [{ id: match.step.id, fields: fillFields(match.step, { words, message, from: sources }) }] : [],
    ),
    unmet: [
      ...(trigger || event.length === 0 ? [] : [textOf(event)]),
      ...done.filter(({ match }) => !match).map(({ words }) => textOf(words)),
      ...asked.unmet,
    ].filter(Boolean),
  }
}

const WATCH = /^(?:watch|check)$/i

/** "watch a page and …": what the trigger does already. */
function isSaid({ words, match }: ChosenDeed, trigger: KnownStep | null): boolean {
  if (match && !words.some((word) => WATCH.test(word.text))) return false
  const text = trigger ? stemsIn(`${trigger.name} ${trigger.description} ${trigger.service.name}`) : new Set<string>()
  const left = words.filter((word) => !isDeed(word) && word.stems.some((each) => !isFiller(each)))
  return left.length > 0 && left.every(({ stems }) => stems.some((each) => text.has(each)))
}

function stemsIn(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).map(stem))
}

/** As it was typed, without the words that join it to what stood before. */
function textOf(words: readonly Word[]): string {
  return words
    .map(({ text, kind }) => (kind === 'quoted' ? `"${text}"` : text))
    .join(' ')
    .replace(/^(?:(?:and|then|also|plus)\s+)+/i, '')
}
