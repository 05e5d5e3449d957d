import { ingredientName } from '../steps/ingredient-name.ts'
import { NO_PROPOSAL, type Proposal, type ProposedStep } from '../steps/proposal.ts'
import { EACH_DAY, nameUnused } from '../steps/name-unused.ts'
import { type Slice } from '../steps/slice.ts'
import { foreignLanguage } from '../sentence/foreign-language.ts'
import { readLimits, splitAtWait, writeLimits, type ReadLimits } from '../sentence/read-limits.ts'
import { markTexts, type MarkedSentence } from '../sentence/said-texts.ts'
import {
  nameStem,
  preferenceOf,
  narrowIndex,
  type Preference,
  type StepIndex,
} from '../../services/catalog/steps/step-index.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { readSchedule, type ReadSchedule } from '../../services/catalog/words/read-schedule.ts'
import { readWords, type Word } from '../../services/catalog/words/read-words.ts'
import { chooseActions, type ChosenDeed } from './choose-actions.ts'
import { chooseQueries, readsAddress } from './choose-queries.ts'
import { chooseWithActions } from './choose-trigger.ts'
import { fillFields, unsaidAfterTexts } from './fill-fields.ts'
import { keepLimits } from './keep-limits.ts'
import { andConditions, conditionsOfEvent } from './conditions-of-event.ts'
import { matchingStep } from './matching-step.ts'
import { comparisonIn, readConditions } from './read-conditions.ts'
import { tellsOnlyWhen } from './told-ingredients.ts'
import { verbOf } from './means-action.ts'
import { isIf, startLength } from './split-clauses.ts'
import { takeConditions, waysToTakeEvent } from './take-conditions.ts'

/** The catalog, what counts for a step besides words, and the texts that were said. */
type Known = { whole: StepIndex; preference: Preference; marked: MarkedSentence }

/**
 * Steps for a sentence by the words of the catalog alone: the same sentence gets the same answer, offline and without a
 * language model. What it is not sure of, it leaves out and names.
 */
export function planSentence(said: string, { index, connected }: Slice): Proposal {
  // "only when" begins an event like "when".
  const sentence = said.replace(/^\s*only (?=(?:when|whenever|if)\b)/i, '')
  const marked = markTexts(sentence, index.vocabulary)
  const language = foreignLanguage(marked.text)
  if (language !== null) return { ...NO_PROPOSAL, language }
  const preference = preferNamed(preferenceOf(connected), readWords(marked.text, index.vocabulary))
  const known = { whole: index, preference, marked }
  const read = readLimits(marked.text)
  const planned = planAroundWait(known, read)
  const unmet = planned.unmet.map((part) => marked.restore(part))
  return { ...planned, unmet: [...unmet, ...nameUnused(sentence, { ...planned, unmet }, index)] }
}

/** "when somebody follows me toot …": of two services that tell of it, the one that the sentence names anyway. */
function preferNamed(preference: Preference, words: readonly Word[]): Preference {
  const said = new Set(words.flatMap(({ stems }) => stems))
  const hasPath = words.some(({ kind }) => kind === 'path')
  const isOfPath = ({ fields }: KnownStep) => hasPath && fields.some(({ slug }) => slug === 'repository')
  return (step) =>
    preference(step) + (said.has(nameStem(step.service)) ? NAMED_WORTH : 0) + (isOfPath(step) ? PATH_WORTH : 0)
}

const NAMED_WORTH = 0.5
/** "octo/site" is a repository. */
const PATH_WORTH = 3

/** An Applet waits before all that it does: what comes after a wait in the middle is named. */
function planAroundWait(known: Known, read: ReadLimits): Proposal {
  const isTimed = read.limits.some(({ kind }) => kind === 'unsayable')
  const limited = planSteps(
    known,
    writeLimits(read, () => true),
    isTimed,
  )
  // Days limit what something else starts; else they are the rhythm.
  const hasDays = read.limits.some(({ kind }) => kind === 'days')
  const planned =
    limited.trigger || !hasDays
      ? limited
      : planSteps(
          known,
          writeLimits(read, ({ kind }) => kind !== 'days'),
          isTimed,
        )
  const split = splitAtWait(read)
  const first =
    split &&
    planSteps(
      known,
      writeLimits({ ...read, text: split.before }, () => true),
      isTimed,
    )
  const ids = planned.actions.map(({ id }) => id)
  const isBetween = first?.actions.some(({ id }) => ids.includes(id)) === true
  if (!first || !isBetween) return keepLimits(planned, read, known.whole)
  const others = { ...read, limits: read.limits.filter(({ kind }) => kind !== 'wait') }
  const kept = keepLimits(first, others, known.whole)
  return { ...kept, unmet: [...kept.unmet, split.rest] }
}

function planSteps(known: Known, text: string, isTimed: boolean): Proposal {
  const { whole } = known
  const byClock = scheduleTrigger(whole, readSchedule(text.replace(LIMITED_TIME, '')))
  const words = wordsOf(known, byClock ? byClock.rest : text)
  const hasEvent = hasStart(words)
  if (isTimed && !hasEvent) return planWithoutTrigger(known, words)
  const isBySun = words.some(({ stems }) => stems.includes('sunset') || stems.includes(stem('sunrise')))
  const bySun = byClock && isBySun && byClock.trigger.fields['time'] === undefined ? planByEvent(known, words) : null
  if (bySun?.trigger && EACH_DAY.test(bySun.trigger.id)) return bySun
  return byClock && !hasEvent ? planByClock(known, byClock, words) : planByEvent(known, wordsOf(known, text))
}

function hasStart(words: readonly Word[]): boolean {
  return words.some((word, at) => startLength(words, at) > 0 && !isIf(word))
}

function wordsOf({ whole, marked }: Known, text: string): Word[] {
  return readWords(text, whole.vocabulary).map((word) => ({ ...word, text: marked.restore(word.text) }))
}

function planByClock(known: Known, { trigger, step }: ClockTrigger, words: readonly Word[]): Proposal {
  const { rest, conditions } = takeConditions(words, true)
  const index = narrowIndex(known.whole, rest)
  const lookup = chooseLookup(known, { index, words: rest })
  return toProposal({ ...known, ...lookup, index, trigger, step, conditions })
}

/** What is looked up first where the trigger tells only when it is, and what is done. */
function chooseLookup(
  { whole, preference }: Known,
  { index, words }: { index: StepIndex; words: readonly Word[] },
): Pick<Understood, 'queries' | 'event' | 'deeds'> {
  const alone = chooseActions(index, words, { preference, near: null })
  if (readsAddress(whole, alone)) return { queries: [], event: [], deeds: alone }
  const { found, event, deeds } = chooseWithActions(index, words, { kind: 'query', preference })
  return { queries: found ? [found.step] : [], event, deeds }
}

function planByEvent(known: Known, words: readonly Word[]): Proposal {
  const { whole } = known
  const said = takeConditions(words, false)
  const { index, conditions: others, choice } = chooseEvent(known, said.rest)
  const conditions = [...said.conditions, ...others]
  const { found, event, deeds } = choice
  const matching = found && matchingStep(whole, found.step, conditions)
  if (matching) {
    const trigger = {
      id: matching.step.id,
      fields: { ...fillFields(matching.step, { words: event, from: null }), ...matching.fields },
    }
    return toProposal({
      ...known,
      index,
      trigger,
      step: matching.step,
      queries: [],
      deeds,
      conditions: matching.others,
      event,
    })
  }
  const step = found?.step ?? null
  const trigger = step && { id: step.id, fields: fillFields(step, { words: event, from: null }) }
  const isMute =
    step !== null &&
    tellsOnlyWhen(step) &&
    chooseQueries({ index, whole }, deeds, known.preference).queries.length === 0
  const lookup = isMute ? chooseLookup(known, { index, words: deeds.flatMap((deed) => deed.words) }) : null
  // When it happened, the trigger tells.
  const isMore = lookup?.queries.some(({ service }) => service.id !== 'schedule') === true
  const chosen = lookup && isMore ? { ...lookup, event: [...event, ...lookup.event] } : { queries: [], deeds, event }
  return toProposal({ ...known, index, trigger, step, conditions, ...chosen })
}

/** The time is none that a schedule can say. */
function planWithoutTrigger(known: Known, words: readonly Word[]): Proposal {
  const { rest, conditions } = takeConditions(words, true)
  const index = narrowIndex(known.whole, rest)
  const deeds = chooseActions(index, rest, { preference: known.preference, near: null })
  return toProposal({ ...known, index, trigger: null, step: null, queries: [], deeds, conditions, event: [] })
}

/** The likeliest event that a service can tell of. */
function chooseEvent({ whole, preference }: Known, words: readonly Word[]) {
  const [likeliest, ...ways] = waysToTakeEvent(words)
  // "if" begins the event, unless it can be no more than a condition.
  const others = ways.filter(
    ({ rest, conditions }) =>
      rest.some((_, at) => startLength(rest, at) > 0) || conditions.every((each) => comparisonIn(each) !== null),
  )
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
  const looked = chooseQueries({ index, whole }, deeds, preference)
  const before = [...new Set([...sought, ...looked.queries])]
  const done = deeds.filter(
    (deed) => !looked.deeds.has(deed) && !isSaid(deed, step) && (trigger || verbOf(deed.words) !== null || !deed.match),
  )
  const ofEvent = step ? conditionsOfEvent(event, step) : []
  const asked = readConditions(whole, conditions, { trigger: step, queries: before, preference })
  const sources = { trigger: step, queries: [...before, ...asked.queries] }
  const actions = done.flatMap(({ match, words }, at) =>
    match
      ? [
          {
            id: match.step.id,
            fields: fillFields(match.step, { words: withTextBefore(words, done.slice(0, at)), from: sources }),
          },
        ]
      : [],
  )
  // Nothing is looked up for nobody.
  const compared = actions.length > 0 ? asked : { ...asked, conditions: null }
  const texts = JSON.stringify([actions, compared.conditions])
  const queries = sources.queries.filter((query) => texts.includes(ingredientName(query, '')))
  // Their places, no values.
  const limiting = conditions.flatMap(({ words }) => words.filter(({ kind }) => kind === 'word'))
  const said = [...event, ...deeds.flatMap(({ words }) => words)]
  return {
    ...NO_PROPOSAL,
    trigger,
    queries: queries.map((query) => ({
      id: query.id,
      fields: fillFields(query, {
        words: asked.queries.includes(query) ? [...said, ...limiting] : said,
        from: sources,
      }),
    })),
    conditions: andConditions(ofEvent, compared.conditions),
    actions,
    unmet: [
      ...(trigger || event.length === 0 ? [] : [textOf(event)]),
      ...done.flatMap(({ match, words }) => (match ? unsaidAfterTexts({ words, from: sources }) : [textOf(words)])),
      ...asked.unmet,
    ].filter(Boolean),
  }
}

/** "post "Hi" on Mastodon and Bluesky": a deed without a verb has the text of the one before. */
function withTextBefore(words: readonly Word[], before: readonly ChosenDeed[]): readonly Word[] {
  if (verbOf(words) !== null || words.some(({ kind }) => kind === 'quoted')) return words
  return [...words, ...(before.at(-1)?.words.filter(({ kind }) => kind === 'quoted') ?? [])]
}

const WATCH = /^(?:watch|check)$/i

/** "watch a page and …": what the trigger does already. */
function isSaid({ words, match }: ChosenDeed, trigger: KnownStep | null): boolean {
  if (match && !words.some((word) => WATCH.test(word.text))) return false
  const text = trigger ? stemsIn(`${trigger.name} ${trigger.description} ${trigger.service.name}`) : new Set<string>()
  const left = words.filter((word) => !isDeed(word) && word.stems.some((each) => !isFiller(each)))
  if (left.length === 0) return words.some((word) => WATCH.test(word.text))
  return left.every(({ stems }) => stems.some((each) => text.has(each)))
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
