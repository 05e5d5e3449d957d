import { matchSteps, type Preference, type StepIndex, type StepMatch } from '../../services/catalog/steps/step-index.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import { isOtherService } from '../../services/catalog/words/other-services.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import { chooseActions, type ChosenDeed } from './choose-actions.ts'
import { messageStart } from './message-text.ts'
import { isAtOtherService, isServiceName, namesOtherService } from './other-service.ts'
import { boundaries, isPossessive, isPreposition, startLength } from './split-clauses.ts'

/** `event`: the words of the trigger, or of the query where the Applet starts by the clock. */
type Choice = { found: StepMatch | null; event: Word[]; deeds: ChosenDeed[] }
type Given = { kind: 'trigger' | 'query'; preference: Preference }

/** A step must explain so much of what its words say. */
const LEAST_PART = 0.4
/** More than a clause needs; more would only cost time. */
const MOST_WORDS = 20
const MOST_CANDIDATES = 24
/** Things that anybody can follow at their address. */
const FOLLOWED = new Set(['feed', 'site'].map(stem))
/** Before the name of a service at which something happens. */
const EVENT_PLACES = /^(?:on|via|using)$/i
const LEAST_SCORE = { trigger: 4.5, query: 6 } as const

/**
 * Which words say what starts the Applet (or what it looks up), and which what it does: of all ways to part them at
 * their boundaries, the one whose steps fit best.
 */
export function chooseWithActions(index: StepIndex, words: readonly Word[], { kind, preference }: Given): Choice {
  const places = boundaries(words)
  const starts = kind === 'trigger' ? places.filter((at) => startLength(words, at) > 0) : []
  const arrow = kind === 'trigger' ? words.findIndex(({ before }) => before === '->') : -1
  const isTold = starts.length > 0 || arrow > 0
  const said = kind === 'query' ? messageStart(words) : words.length
  const froms = starts.length > 0 ? starts : arrow > 0 ? [0] : places
  const ends = arrow > 0 ? [arrow] : places.filter((at) => !isTold || !isAtOtherService(words, at))
  const candidates = froms
    .flatMap((from) => ends.map((to) => ({ from, to })))
    .filter(({ from, to }) => to <= said && to > from && to - from <= MOST_WORDS && isClause(words.slice(from, to)))
    .map((span) => ({ ...span, found: bestStep(index, words.slice(span.from, span.to), { kind, preference }) }))
    .filter(({ found }) => found !== null || isTold)
    .map((span) => ({ ...span, worth: (span.found?.score ?? -8) + fit(words, span.from, span.to) }))
    .toSorted((left, right) => right.worth - left.worth)
    .slice(0, MOST_CANDIDATES)
    .map(({ from, to, found, worth }) => {
      const deeds = chooseActions(index, [...words.slice(0, from), ...broken(words.slice(to))], preference)
      return { found, event: words.slice(from, to), deeds, sum: worth + worthOf(found, deeds) }
    })
  const alone = chooseActions(index, words, preference)
  const none = { found: null, event: [], deeds: alone, sum: worthOf(null, alone) - (isTold ? 28 : 8) }
  return [...candidates, none].reduce((best, each) => (each.sum > best.sum ? each : best))
}

/** An event is more than "when I", and does not end with "to" or "in my". */
function isClause(words: readonly Word[]): boolean {
  const said = words.slice(startLength(words, 0))
  return (
    !said.every(({ stems }) => stems.every(isFiller)) && !isPreposition(words.findLast((word) => !isPossessive(word)))
  )
}

/** The words after the event are no longer part of what stood before it, except for its place or its target. */
function broken([first, ...others]: readonly Word[]): Word[] {
  return first ? [{ ...first, before: isPreposition(first) ? '' : first.before || ',' }, ...others] : []
}

/** Sums up the worth of the deeds, also by another service. Nobody looks up at a service what is done there next. */
function worthOf(found: StepMatch | null, deeds: readonly ChosenDeed[]): number {
  const matches = deeds.flatMap(({ match }) => (match ? [match] : []))
  const isDoubled = found?.step.kind === 'query' && matches.some(({ step }) => step.service === found.step.service)
  const others = deeds.filter(({ match, words }) => !match && words.some(isOtherService)).length
  const acts = matches.reduce((sum, { score }) => sum + score - 4, 0) - 2 * (deeds.length - matches.length - others)
  return acts - (isDoubled ? 20 : 0) - (matches.length + others === 0 ? 20 : 0)
}

/** How well these words can be a clause of their own. */
function fit(words: readonly Word[], from: number, to: number): number {
  const [first, next, last] = [words[from], words[to], words[to - 1]]
  const before = words.slice(0, from).findLast((word) => !isPossessive(word))
  const ends = to === words.length || (next?.before ?? '') !== ''
  const endsWell = ends ? 3 : next && isDeed(next) ? 1.5 : 0
  const begins = startLength(words, from) > 0 ? 4 : /^(?:new|every|each)$/i.test(first?.text ?? '') ? 2 : 0
  const isTarget = [first, before].some((word) => /^(?:to|into|as|via|in)$/i.test(word?.text ?? ''))
  const endsBadly =
    words.slice(Math.max(from, to - 2), to).some(isPreposition) && isFiller(last?.stems[0] ?? '') ? 3 : 0
  const takesDeed = words.slice(from + 1, to).some((word) => word.before !== '' && isDeed(word))
  const isCut = begins === 4 && next?.before === '' && isPreposition(next) && !isDeedNext(words.slice(to))
  return endsWell - (takesDeed || isCut ? 6 : 0) + begins - (isTarget ? 30 : 0) - endsBadly
}

/** Whether a deed begins before the next mark: "to my list" after an event is its place, "to post it" is not. */
function isDeedNext(words: readonly Word[]): boolean {
  const end = words.findIndex(({ before }, at) => at > 0 && before !== '')
  return words.slice(0, end < 0 ? words.length : end).some(isDeed)
}

function bestStep(index: StepIndex, event: readonly Word[], { kind, preference }: Given): StepMatch | null {
  const [best] = matchSteps(index, event, { kind, preference }).filter(
    ({ isStrong, step }) => isStrong && !(isByOther(event) && /^you /i.test(step.name)),
  )
  if (!best || best.score < LEAST_SCORE[kind]) return null
  // "send a message on Zulip" looks up no messages.
  const isLookup = event.some((word, at) => best.used.has(at) && !isDeed(word) && !isServiceName(word))
  if (kind === 'query' && !isLookup) return null
  if (!isPublic(event) && namesOtherService(event, best, EVENT_PLACES)) return null
  return explainedPart(index, event, best) >= LEAST_PART ? best : null
}

/** "when somebody stars": not what you do yourself. */
function isByOther(event: readonly Word[]): boolean {
  return /^(?:some|any)(?:body|one)$/i.test(event[startLength(event, 0)]?.text.split(' ')[0] ?? '')
}

/** "a new video in the YouTube feed", "our WordPress site is down": these can be followed, of whichever service. */
function isPublic(event: readonly Word[]): boolean {
  return event.some(({ stems }) => stems.some((each) => FOLLOWED.has(each)))
}

/** A value that something has, so that no step says it. */
const STATE = /^(?:off|open|closed)$/i

/** How much of what these words say the step has. Numbers, quoted texts, states and names of places say nothing of it. */
function explainedPart({ weightOf }: StepIndex, words: readonly Word[], { used }: StepMatch): number {
  let [all, explained] = [0, 0]
  for (const [at, word] of words.entries()) {
    const own = word.stems.find((each) => !isFiller(each))
    if (own === undefined || isOtherService(word) || STATE.test(word.text)) continue
    if (word.isName && /^in$/i.test(words[at - 1]?.text ?? '')) continue
    const weight = weightOf(own)
    all += weight
    if (used.has(at)) explained += weight
  }
  return all === 0 ? 0 : explained / all
}
