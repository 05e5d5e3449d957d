import { timeInWords } from '../../contract/sentences/say-value.ts'
import { NO_PROPOSAL, type Proposal, type ProposedStep } from '../steps/proposal.ts'
import { unusedIn } from '../steps/name-unused.ts'
import type { Slice } from '../steps/slice.ts'
import { inFigures, tellFigures } from './in-figures.ts'
import { foreignLanguage } from '../sentence/foreign-language.ts'
import { asksNoApplet } from '../sentence/asks-no-applet.ts'
import { readLimits, splitAtWait, writeLimits, type ReadLimits } from '../sentence/read-limits.ts'
import { markTexts } from '../sentence/said-texts.ts'
import {
  nameStem,
  preferenceOf,
  narrowIndex,
  type Preference,
  type StepIndex,
} from '../../services/catalog/steps/step-index.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { isFiller } from '../../services/catalog/words/fillers.ts'
import { readSchedule, type ReadSchedule } from '../../services/catalog/words/read-schedule.ts'
import { isVerb } from '../../services/catalog/words/verb-classes.ts'
import { readWords, type Word } from '../../services/catalog/words/read-words.ts'
import { chooseActions } from './choose-actions.ts'
import { chooseWithActions } from './choose-trigger.ts'
import { fillFields } from './fill-fields.ts'
import { joinStates, markThings, stateOf } from './home-words.ts'
import { keepLimits } from './keep-limits.ts'
import { tellsOnlyWhen } from './told-ingredients.ts'
import { splitAtTime } from '../sentence/split-at-time.ts'
import { startLength } from './split-clauses.ts'
import { takeConditions, takeEvent } from './take-conditions.ts'
import { writeProposal, type Known, type Understood } from './write-proposal.ts'

/**
 * Steps for a sentence by the words of the catalog alone: the same sentence gets the same answer, offline and without a
 * language model. What it is not sure of, it leaves out and names.
 *
 * Texts are marked first (`said-texts.ts`). Then are taken out what limits the Applet (`read-limits.ts`), its rhythm
 * (`read-schedule.ts`) and its conditions (`take-conditions.ts`). The words that are left are parted into what starts it
 * (`choose-trigger.ts`) and what it does (`choose-actions.ts`); their fields are filled (`fill-fields.ts`), a step whose words
 * say something else is taken back (`evidence.ts`), and words that are in none of it are named (`name-unused.ts`).
 */
export function planSentence(said: string, { index, connected }: Slice): Proposal {
  const marked = markTexts(said, index.vocabulary)
  const language = foreignLanguage(marked.text)
  if (language !== null) return { ...NO_PROPOSAL, language }
  if (asksNoApplet(marked.text)) return { ...NO_PROPOSAL, unmet: [said.trim().replace(/[.?!]+$/, '')] }
  const preference = preferSaid(preferenceOf(connected), readWords(marked.text, index.vocabulary, marked.restore))
  const known = { whole: index, preference, marked }
  const plan = (text: string) => {
    const split = splitAtTime(text)
    const planned = planAroundWait(known, readLimits(split?.before ?? text))
    const unmet = [...planned.unmet, ...(split ? [split.rest] : [])]
    const figured = tellFigures({ ...planned, unmet }, told, said)
    return { ...figured, unmet: inOrder(figured.unmet.map(marked.restore), said) }
  }
  const { text: figures, told } = inFigures(marked.text)
  const planned = plan(figures)
  const [, tells, when = '', place = '', name = '', text = ''] = TOLD_LAST.exec(figures) ?? []
  if (tells === undefined || !index.vocabulary.names.has(name.toLowerCase())) return planned
  const other = plan(`${tells}${place}${when}${text}`)
  // An event that nobody knows may be one of that service.
  const isKnown = other.trigger !== null || readLimits(when).limits.some(({ kind }) => kind === 'unsayable')
  return isKnown && isBetter(other, planned) ? other : planned
}

/** "tell me when it rains | on Telegram": a service that stands last may be where it is told. */
const TOLD_LAST =
  /^(.*?\b(?:remind|notify|tell|alert|let) (?:me|us)(?: know)?)(\s.+?)(\s(?:on|via|in) (?:our )?(\S+?(?: \S+?)??))(\s(?:(?:that|to|saying) )?"[^"]*")?[.!]*$/i

/** Whether it leaves fewer words or has fewer steps, for all that the other one does but a notification of ours. */
function isBetter(one: Proposal, other: Proposal): boolean {
  const cost = ({ unmet, actions }: Proposal) => unmet.join(' ').split(' ').length + actions.length
  const ids = one.actions.map(({ id }) => id)
  return (
    cost(one) < cost(other) &&
    other.actions.every(({ id }) => id.startsWith('notifications/') || ids.includes(id)) &&
    (other.trigger === null || one.trigger?.id === other.trigger.id)
  )
}

/** As the sentence has them, neighbors in one piece. */
function inOrder(parts: readonly string[], sentence: string): string[] {
  const placeOf = (part: string) => {
    const begun = part.split(/[^\p{L}\d'’]+/u).filter(Boolean)
    return sentence.search(new RegExp(begun.slice(0, 2).join('[^\\p{L}\\d]+'), 'iu'))
  }
  const joined: string[] = []
  for (const part of parts.toSorted((left, right) => placeOf(left) - placeOf(right))) {
    const both = `${joined.at(-1)} ${part}`
    if (sentence.includes(both)) joined.splice(-1, 1, both)
    else joined.push(part)
  }
  return joined
}

/** "octo/site" is a repository, and a service that is said may be meant elsewhere too. */
function preferSaid(preference: Preference, words: readonly Word[]): Preference {
  const hasPath = words.some(({ kind }) => kind === 'path')
  return (step) =>
    preference(step) +
    (hasPath && step.fields.some(({ slug }) => slug === 'repository') ? PATH_WORTH : 0) +
    (step.kind === 'trigger' && words.some(({ stems }) => stems.includes(nameStem(step.service))) ? 1 : 0)
}

const PATH_WORTH = 3

/** An Applet waits before all that it does: what comes after a wait in the middle is named. */
function planAroundWait(known: Known, read: ReadLimits): Proposal {
  const isTimed = read.limits.some(({ kind }) => kind === 'unsayable')
  const planned = planSteps(
    known,
    writeLimits(read, () => true),
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
  const isFirstUnknown = !split?.isOpen && first?.trigger != null && first.unmet.length > 0
  const isFollowed = !split?.isOpen || planned.actions.length > (first?.actions.length ?? 0)
  const isBetween = isFirstUnknown || (isFollowed && first?.actions.some(({ id }) => ids.includes(id)) === true)
  if (!first || !isBetween) return keepLimits(planned, read, known.whole)
  const others = { ...read, limits: read.limits.filter(({ kind }) => kind !== 'wait') }
  const kept = keepLimits(first, others, known.whole)
  return { ...kept, unmet: [...kept.unmet, split.rest] }
}

function planSteps(known: Known, text: string, isTimed: boolean): Proposal {
  const { whole } = known
  const byClock = scheduleTrigger(whole, readSchedule(text))
  const words = wordsOf(known, byClock ? byClock.rest : text)
  const hasEvent = isTimeOfEvent(text) || hasStart(words) || /\b(?:each|every|any) new\b/i.test(text)
  if (isTimed && !hasEvent) return planWithoutTrigger(known, wordsOf(known, text))
  if (!byClock || hasEvent) return planByEvent(known, wordsOf(known, text))
  // Each day has one sunrise.
  if (!byClock.trigger.fields['time'] && SUN.test(text)) return planByEvent(known, words)
  const planned = planByClock(known, byClock, words)
  const isBare = byClock.step.slug === 'every_day' && !EVERY.test(text)
  return isBare && planned.unmet.some((part) => isBeside(part, byClock.rest))
    ? planWithoutTrigger(known, wordsOf(known, text))
    : planned
}

/** "if it gets colder than 2 in the morning" says no rhythm. */
function isTimeOfEvent(text: string): boolean {
  const [clause = '', said = ''] =
    /\bif\s([^,.;"]*?)\s(?:in the (?:morning|afternoon|evening|night)|at night)\b/i.exec(text) ?? []
  const isTold = said.split(/\s+/).some((word) => isVerb(word))
  return said !== '' && !isTold && readSchedule(text.replace(clause, '')) === null
}

/** "tmrw at 9", "at 9 on school days": a word beside a bare time may be its day. `rest`: without the time. */
function isBeside(part: string, rest: string): boolean {
  const [before = '', after = ''] = rest.split(/ ,\s/)
  if (isVerb(part.split(' ')[0] ?? '')) return false
  return before.trim() === part || after.replace(/^\s*(?:(?:on|in|during)\s+)?/i, '').startsWith(part)
}

const EVERY =
  /\b(?:(?:every|each) (?:single )?(?:day|morning|noon|afternoon|evening|night)|daily|nightly|mornings|evenings|nights)\b/i

const SUN = /\bat (?:sunrise|sunset|dawn|dusk)\b/i

function hasStart(words: readonly Word[]): boolean {
  return words.some((word, at) => startLength(words, at) > 0 && !/^(?:if|on)$/i.test(word.text))
}

function wordsOf({ whole: { vocabulary }, marked }: Known, text: string): Word[] {
  return markThings(markItems(readWords(text, vocabulary, marked.restore)), vocabulary)
}

/** What is posted at the address of a feed is an item of it. */
function markItems(words: readonly Word[]): readonly Word[] {
  const isFeed = words.some(({ kind, stems }) => kind === 'address' && stems.includes('feed'))
  return words.map((word) =>
    isFeed && /^(?:posts?|stuff)$/i.test(word.text) ? { ...word, stems: [...word.stems, 'item'] } : word,
  )
}

function planByClock(known: Known, { trigger, step, left, assumed }: ClockTrigger, words: readonly Word[]): Proposal {
  const { rest, conditions } = takeConditions(words, true)
  const index = narrowIndex(known.whole, rest)
  const lookup = chooseLookup(known, { index, words: rest })
  const planned = writeProposal({ ...known, ...lookup, index, trigger, step, conditions, words })
  return { ...planned, assumed: [...assumed, ...planned.assumed], unmet: [...planned.unmet, ...left] }
}

/** What is looked up first where the trigger tells only when it is, and what is done. */
function chooseLookup(
  { preference }: Known,
  { index, words }: { index: StepIndex; words: readonly Word[] },
): Pick<Understood, 'queries' | 'event' | 'deeds'> {
  const { found, event, deeds } = chooseWithActions(index, words, { kind: 'query', preference })
  return { queries: found ? [found.step] : [], event, deeds }
}

function planByEvent(known: Known, given: readonly Word[]): Proposal {
  const { whole } = known
  const words = joinStates(given)
  const said = takeConditions(words, false)
  const { index, conditions: others, choice } = chooseEvent(known, said.rest)
  const conditions = [...said.conditions, ...others]
  const { event, deeds } = choice
  const found = choice.found && saysNothing(whole, choice.found.step, event) ? null : choice.found
  const step = found?.step ?? null
  const trigger = step && { id: step.id, fields: fillFields(step, { words: event, from: null }) }
  const isMute = step !== null && tellsOnlyWhen(step)
  const lookup = isMute ? chooseLookup(known, { index, words: deeds.flatMap((deed) => deed.words) }) : null
  const chosen = lookup ? { ...lookup, event: [...event, ...lookup.event] } : { queries: [], deeds, event }
  const proposal = writeProposal({ ...known, index, trigger, step, conditions, words, ...chosen })
  const state = proposal.trigger?.fields['to'] ? stateOf(event) : null
  return state && !state.said.endsWith(state.state)
    ? { ...proposal, assumed: [...proposal.assumed, `“${state.said}” as “${state.state}”`] }
    : proposal
}

/** "when I get home" says nothing of "State changed" but that it could be meant. */
function saysNothing(whole: StepIndex, step: KnownStep, event: readonly Word[]): boolean {
  const trigger = { id: step.id, fields: fillFields(step, { words: event, from: null }) }
  const unused = new Set(unusedIn({ words: event, steps: [trigger], about: [], conditions: [] }, whole).flat())
  return event.every((word) => unused.has(word) || word.stems.every(isFiller))
}

/** The time is none that a schedule can say. */
function planWithoutTrigger(known: Known, words: readonly Word[]): Proposal {
  const { rest, conditions } = takeConditions(words, true)
  const index = narrowIndex(known.whole, rest)
  const deeds = chooseActions(index, rest, { preference: known.preference, near: null })
  return writeProposal({ ...known, index, trigger: null, step: null, queries: [], deeds, conditions, event: [], words })
}

/** The likeliest event that a service can tell of. */
function chooseEvent({ whole, preference }: Known, words: readonly Word[]) {
  const { rest, conditions } = takeEvent(words)
  const index = narrowIndex(whole, rest)
  return { index, conditions, choice: chooseWithActions(index, rest, { kind: 'trigger', preference }) }
}

/** `rest`: the sentence without its rhythm; `left`: times that the rhythm has no field for; `assumed`: as of a proposal. */
type ClockTrigger = {
  trigger: ProposedStep
  step: KnownStep
  rest: string
  left: readonly string[]
  assumed: string[]
}

function scheduleTrigger(index: StepIndex, schedule: ReadSchedule | null): ClockTrigger | null {
  if (!schedule) return null
  const { slug, fields, rest, left, part } = schedule
  const step = index.steps.find((each) => each.step.id === `schedule/triggers/${slug}`)?.step
  const assumed = part === null ? [] : [`“${part}” as ${timeInWords(fields['time'] ?? '')}`]
  return step ? { trigger: { id: step.id, fields }, step, rest, left, assumed } : null
}
