import {
  matchSteps,
  nameStem,
  ownStemsOf,
  stemsOfName,
  stemsOfKeywords,
  type Preference,
  type StepIndex,
  type StepMatch,
} from '../../services/catalog/steps/step-index.ts'
import { isDeed, isFiller, isLight, turnsSense } from '../../services/catalog/words/fillers.ts'
import { isOtherService } from '../../services/catalog/words/other-services.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import { appears, isVerb, isVerbForm, takesLookup, takesNew } from '../../services/catalog/words/verb-classes.ts'
import { standsForName } from '../steps/name-places.ts'
import { chooseActions, type ChosenDeed } from './choose-actions.ts'
import { isAtService, isServiceName, namesOtherService } from './other-service.ts'
import { verbOf } from './means-action.ts'
import { boundaries, isBefore, isParticle, isPossessive, isPreposition, startLength } from './split-clauses.ts'

/** `event`: the words of the trigger, or of the query where the Applet starts by the clock. */
type Choice = { found: StepMatch | null; event: Word[]; deeds: ChosenDeed[] }
type Given = { kind: 'trigger' | 'query'; preference: Preference }

/** A step must explain so much of what its words say. */
const LEAST_PART = { told: 0.4, untold: 0.6 }
/** More than a clause needs; more would only cost time. */
const MOST_WORDS = 20
const MOST_CANDIDATES = 24
/** Things that anybody can follow at their address. */
const FOLLOWED = new Set(['feed', 'site'].map(stem))
/** Before the name of a service at which something happens. */
const EVENT_PLACES = /^(?:on|via|using)$/i
const EVENT_PLACES_IN = /^(?:on|via|using|in|at)$/i
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
  const froms = starts.length > 0 ? starts : places
  const ends = arrow > 0 ? [arrow] : places.filter((at) => !isTold || !isAtService(words, at))
  const candidates = froms
    .flatMap((from) => ends.map((to) => ({ from, to })))
    .filter(
      ({ from, to }) =>
        to > from &&
        to - from <= MOST_WORDS &&
        isClause(words.slice(from, to)) &&
        !isSeveral(words.slice(from, to)) &&
        (!isTold || !/^(?:is|are|was|were|becomes?)$/i.test(words[to - 1]?.text ?? '')) &&
        (isTold || !isOrder(words, from)) &&
        !isToldAt(words, from, arrow) &&
        !isOfThing(words, from) &&
        (isTold || canBeSaidOf(words, from, kind)) &&
        (isTold || !isMass(words, from, to)),
    )
    .map((span) => ({
      ...span,
      found: bestStep(index, words.slice(span.from, span.to), {
        kind,
        preference,
        isTold,
        isAhead: isBefore(words, span.from),
        isInside: saysInside(words.slice(span.from)),
      }),
    }))
    .filter(({ found }) => found !== null || isTold)
    .map((span) => ({ ...span, worth: (span.found?.score ?? -8) + fit(words, [span.from, span.to], kind) }))
    .toSorted((left, right) => right.worth - left.worth)
    .slice(0, MOST_CANDIDATES)
    .map(({ from, to, found, worth }) => {
      const deeds = chooseActions(
        index,
        [...words.slice(0, isBefore(words, from) ? Math.max(0, from - 2) : from), ...broken(words.slice(to))],
        {
          preference,
          near: found?.step.service ?? null,
        },
      )
      return {
        found,
        event: words.slice(isBefore(words, from) ? Math.max(0, from - 2) : from, to),
        deeds,
        sum: worth + worthOf(found, deeds),
      }
    })
  const alone = chooseActions(index, words, { preference, near: null })
  const none = { found: null, event: [], deeds: alone, sum: worthOf(null, alone) - (isTold ? 28 : 8) }
  // Of "my todo list" and "synchronize my calendar" nothing is new.
  const sure = candidates.filter(
    ({ event, deeds }) =>
      kind === 'query' || isTold || isNewThing(event) || (deeds.length > 0 && deeds.every(({ match }) => match)),
  )
  return [...sure, none].reduce((best, each) => (each.sum > best.sum ? each : best))
}

/** "when a row changes, update …": more than the event. */
function isSeveral(words: readonly Word[]): boolean {
  return words.some(
    (word, at) =>
      at > 0 &&
      (word.before === '.' ||
        ((isDeed(word) || isVerb(word.text)) &&
          (word.before !== '' || /^(?:it|them)$/i.test(words[at + 1]?.text ?? '')))),
  )
}

/** "star it" is told. */
function isOrder(words: readonly Word[], from: number): boolean {
  return isVerb(words[from]?.text ?? '') && /^(?:it|them|me|us|the|an?|my|our)$/i.test(words[from + 1]?.text ?? '')
}

function isNewThing(event: readonly Word[]): boolean {
  return event.some(({ text }) => /^(?:new|every|each|any|at)$/i.test(text))
}

/** An event is more than "when I", and does not end with "to" or "in my". */
function isClause(words: readonly Word[]): boolean {
  const said = words.slice(startLength(words, 0))
  return (
    !said.every(({ stems }) => stems.every(isFiller)) &&
    !isPossessive(words.at(-1)) &&
    !isPreposition(words.findLast((word) => !isPossessive(word)))
  )
}

/** "merge every request": the first verb says what to do. */
function isToldAt(words: readonly Word[], from: number, arrow: number): boolean {
  return (
    from === 0 && arrow < 0 && startLength(words, 0) === 0 && !words[0]?.text.includes(' ') && verbOf(words) !== null
  )
}

/** "mail me my tasks" looks them up, "lock the door" nothing; and "turn up the heating" does not tell what starts it. */
function canBeSaidOf(words: readonly Word[], from: number, kind: Given['kind']): boolean {
  const at = words.findLastIndex(({ text }, index) => index < from && isVerb(text))
  const verb = words[at]
  if (verb === undefined || (kind === 'trigger' && isAt(words, from))) return true
  // "create a task" tells to make one.
  const article = [words[from], words[from - 1]].findIndex((word) => /^an?$/i.test(word?.text ?? ''))
  const isMade = kind === 'trigger' || /^(?:add|create)$/i.test(verb.text)
  if (isMade && article >= 0 && at === from - 1 - article) return false
  return kind === 'query' ? takesLookup(verb.text) : takesNew(verb.text) && !isParticle(words[at + 1])
}

/** "videos of my favorite channel". */
function isOfThing(words: readonly Word[], from: number): boolean {
  const at = words.findLastIndex((word, index) => index <= from && /^of$/i.test(word.text))
  const [thing, isNear] = [
    words[at - 1],
    words.slice(at + 1, from).every((word) => isPossessive(word) || /^(?:all|every|each|any)$/i.test(word.text)),
  ]
  // "the title of new posts" sends a part of what is new.
  const to = words.findIndex((word, index) => index > from && /^of$/i.test(word.text))
  const isPart = to > from && words.slice(from, to).every(({ text }) => PARTS.test(text) || /^(?:the|and)$/i.test(text))
  return (
    isPart ||
    (thing !== undefined &&
      isNear &&
      !isDeed(thing) &&
      !PARTS.test(thing.text) &&
      !/^(?:me|us|team|everyone)$/i.test(thing.text))
  )
}

const PARTS = /^(?:title|name|links?|urls?|address|text|body|contents?|subject|author|description|summary)$/i

/** "at sunset". */
function isAt(words: readonly Word[], from: number): boolean {
  return [words[from - 1], words[from]].some((word) => /^at$/i.test(word?.text ?? ''))
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
  const acts = matches.reduce((sum, { score }) => sum + score - 4, 0) - 2 * (deeds.length - matches.length)
  return acts - (isDoubled ? 20 : 0) - (matches.length + others === 0 ? 20 : 0)
}

/** How well these words can be a clause of their own. */
function fit(words: readonly Word[], [from, to]: readonly [number, number], kind: Given['kind']): number {
  const [first, next, last] = [words[from], words[to], words[to - 1]]
  const before = words.slice(0, from).findLast((word) => !isPossessive(word))
  const ends = to === words.length || (next?.before ?? '') !== ''
  const endsWell = ends ? 3 : next && isDeed(next) ? 1.5 : 0
  const begins = startLength(words, from) > 0 ? 4 : /^(?:new|every|each)$/i.test(first?.text ?? '') ? 2 : 0
  const isTarget = [first, before].some((word) => /^(?:to|into|as|via|in)$/i.test(word?.text ?? ''))
  const isObject = isPossessive(next) && isVerbForm(last?.text.split(' ')[0] ?? '')
  const isTorn =
    next?.before === '' &&
    (next.kind === 'address' ||
      (kind === 'query' && /^(?:of|that|which|who|whose|since|from)$/i.test(next.text)) ||
      (begins === 4 && (isObject || isNoun(next) || isRest(next, last))))
  const isCut = (begins === 4 || words[to + 1]?.kind === 'path') && next?.before === '' && isPreposition(next)
  // "in the alerts room of Matrix tell me" begins with where it happened.
  const isTo = /^(?:to|into|as|via|with|using)$/i.test(next?.text ?? '')
  const mark = words.findIndex((word, at) => at > to && word.before !== '')
  const isPlace =
    isCut &&
    (isTo
      ? mark > 0 && !isDeedNext(words.slice(0, mark), to) && isDeedNext(words, mark - 1)
      : isDeedNext(words, to + 1))
  // "the closed and | merged issues".
  const isHalf =
    kind === 'query' &&
    [words[from - 1], first].some((word) => /^(?:and|or)$/i.test(word?.text ?? '')) &&
    !/^(?:the|my|our|its)$/i.test(first?.text ?? '')
  return endsWell - (isPlace ? 40 : isCut ? 6 : 0) - (isTorn || isHalf ? 100 : 0) + begins - (isTarget ? 30 : 0)
}

/** "my feed | reader is back": what follows an event is told, or where. */
function isNoun(word: Word): boolean {
  const isTold = isDeed(word) || isVerb(word.text) || isPreposition(word) || isServiceName(word)
  return word.kind === 'word' && !isTold && !word.stems.every(isLight) && !word.stems.includes('notification')
}

/** "when a comment | comes in", "… follow | them": the event has more to say, or less. */
function isRest(next: Word, last: Word | undefined): boolean {
  const isNext = next.stems.some((each) => SLIGHT.has(each)) || (isVerbForm(next.text) && !isVerb(next.text))
  const isObject = isVerb(last?.text ?? '') && /^(?:it|them|me|us)$/i.test(next.text)
  return PREDICATES.test(next.text) || isObject || (isNext && /s$/i.test(next.text))
}

/** Whether a deed comes after this place, and not right there. */
function isDeedNext(words: readonly Word[], from: number): boolean {
  return words.some((word, at) => at > from && isDeed(word) && !isPossessive(words[at - 1]))
}

/** No event ends before these. */
const PREDICATES = /^(?:is|are|was|were|about|starts?|starting|begins?|soon|has|have|says|reads|gets?|becomes?|goes)$/i

function bestStep(
  index: StepIndex,
  event: readonly Word[],
  { kind, preference, isTold, isAhead, isInside }: Given & Record<'isTold' | 'isAhead' | 'isInside', boolean>,
): StepMatch | null {
  const best = matchSteps(index, event, { kind, preference }).find(
    (each) =>
      each.isStrong &&
      (isPublic(event) ||
        !namesOtherService(event, each, { places: takesPlace(each) ? EVENT_PLACES : EVENT_PLACES_IN })) &&
      !(takesPlace(each) && isInside) &&
      !(isByOther(event) && /^you /i.test(each.step.name)) &&
      (kind === 'trigger' || isExplained(event, each.step)) &&
      (!isAhead || each.step.fields.some(({ slug }) => slug === 'before')) &&
      (kind === 'query' ||
        (canHappen(event, each) &&
          (isAhead || saysAll(event, each)) &&
          !isLater(event, each) &&
          (!takesLimit(each.step) || saysMeasure(event, each.step)) &&
          each.step.service.id !== CLOCK)),
  )
  if (!best || best.score < LEAST_SCORE[kind]) return null
  if (kind === 'trigger' && isTold && isOfAnything(best.step) && !isAbout(event, best)) return null
  if (kind === 'query' && needsAddress(best.step) && !event.some((word) => word.kind === 'address')) return null
  // "send a message on Zulip" looks up no messages.
  const isLookup = event.some((word, at) => best.used.has(at) && !isDeed(word) && !isServiceName(word))
  const isThing = event.some(
    (word, at) =>
      best.used.has(at) && (isTold || isPossessive(event[at - 1]) || !DOING.test(word.text)) && !isServiceName(word),
  )
  if (kind === 'query' ? !isLookup : !isThing && !(isTold && event.some(isServiceName))) return null
  return explainedPart(index, event, best) >= LEAST_PART[isTold ? 'told' : 'untold'] ? best : null
}

/** Services without a name, of whose things the language has many more: a freezer gets warm too. */
function isOfAnything({ service }: KnownStep): boolean {
  return service.connect.kind === 'none' && service.id !== 'email'
}

function needsAddress({ fields }: KnownStep): boolean {
  return fields.some(({ slug }) => slug === 'url')
}

/** Whether what something is said of is what the step tells of, by more than its service's name. */
function isAbout(event: readonly Word[], { used, step }: StepMatch): boolean {
  const named = new Set([...stemsOfName(step), ...stemsOfKeywords(step)])
  if (!event.some(({ stems, text }) => !COMING.test(text) && stems.some((each) => named.has(each)))) return false
  const from = startLength(event, 0)
  const predicate = event.findIndex(
    ({ text, stems }, at) => at > from && (BEING.test(text) || stems.some((each) => SLIGHT.has(each))),
  )
  const end = predicate < 0 ? event.findLastIndex((_, at) => used.has(at)) : predicate
  return event
    .slice(from, end)
    .every(
      (word, at) =>
        used.has(from + at) ||
        word.kind !== 'word' ||
        word.isName ||
        isServiceName(word) ||
        OUTSIDE.test(word.text) ||
        NAMED.test(word.text) ||
        standsForName(event, from + at) ||
        word.stems.every(isLight),
    )
}

/** A phrase that says what happens, to whatever it is: "when I come back" tells of no site. */
const COMING = /^(?:is|are|am|comes?|came) /i
/** Before a name. */
const NAMED = /^(?:called|named|titled)$/i
const OUTSIDE = /^(?:outside|outdoors?|air)$/i

/** "closed issues", "yesterday's events": whether the step looks up just this, and not what is open or today's. */
function isExplained(event: readonly Word[], step: KnownStep): boolean {
  const own = new Set([...ownStemsOf(step), ...stemsOfKeywords(step)])
  return event.every(
    (word, at) =>
      word.kind !== 'word' ||
      word.isName ||
      isDeed(word) ||
      isServiceName(word) ||
      standsForName(event, at) ||
      word.stems.every(isLight) ||
      word.stems.some((each) => own.has(each)),
  )
}

/** Its triggers are rhythms, which are read whole or not at all. */
const CLOCK = 'schedule'

/** "mails to Slack" says an event; "answer all my mails" and "who has not posted" none. */
function isMass(words: readonly Word[], from: number, to: number): boolean {
  const verb = words.findLastIndex(({ text }, at) => at < from && isVerb(text))
  return words.some(
    ({ text }, at) =>
      at > verb &&
      at < to &&
      (turnsSense(text) || /^(?:all|old|everyone|everybody|everything)$/i.test(text)) &&
      !isPreposition(words[at - 1]),
  )
}

/** "in the living room": no weather. */
function saysInside(words: readonly Word[]): boolean {
  const end = words.findIndex((word, at) => at > 0 && (word.before !== '' || isDeed(word)))
  return words
    .slice(0, end < 0 ? words.length : end)
    .some(
      ({ text }, at) =>
        /^in$/i.test(text) &&
        isPossessive(words[at + 1]) &&
        words[at + 2]?.isName === false &&
        !isFiller(words[at + 2]?.stems[0] ?? '') &&
        !/^(?:morning|evening|afternoon|night|area|city)$/i.test(words[at + 2]?.text ?? ''),
    )
}

/** "the moon rises" says no number that it rises above, and the dollar is nothing that a home measures. */
function saysMeasure(event: readonly Word[], step: KnownStep): boolean {
  const own = new Set([...stemsOfKeywords(step), nameStem(step.service)])
  return event.some(({ kind }) => kind === 'number') && event.some(({ stems }) => stems.some((each) => own.has(each)))
}

function takesLimit({ fields }: KnownStep): boolean {
  return fields.some(({ slug }) => slug === 'limit')
}

function takesPlace({ step }: StepMatch): boolean {
  return step.fields.some(({ type }) => type === 'location')
}

/** Words of a trigger's name without which it is another event. */
const TELLING = new Set(
  'tomorrow wind complet mov updat mention hashtag follow favorit reaction soon fall ris sunset sunrise'
    .split(' ')
    .map(stem),
)

function saysAll(event: readonly Word[], { step }: StepMatch): boolean {
  const said = new Set(event.flatMap(({ stems }) => stems))
  const named = `${step.name} ${step.slug.replaceAll('_', ' ')}`.toLowerCase().split(' ').map(stem)
  return named.every((each) => !TELLING.has(each) || said.has(each))
}

/** Verbs that say nothing without another word. */
const SLIGHT = new Set('be come get go have stay turn'.split(' ').map(stem))

/** "is about to start" is no "new", and "starts" neither. */
const AHEAD = /^(?:starts?|starting|begins?|beginning)$/i

function isLater(event: readonly Word[], { step }: StepMatch): boolean {
  const isSaid = event.some(({ text, stems }) => AHEAD.test(text) || stems.includes('soon'))
  return isSaid && !/soon|start|begin|before/i.test(`${step.slug} ${step.name}`)
}

/** Whether the step tells of this: no other thing that is done, and not that nothing is. */
function canHappen(event: readonly Word[], { used, step }: StepMatch): boolean {
  const isNew = /new|add|receiv|command|request/i.test(`${step.slug} ${step.name}`)
  return event.every((word, at) => {
    if (word.kind !== 'word' || standsForName(event, at)) return true
    const isSaid = isPredicate(event, at, used)
    const own = stem(word.text.toLowerCase())
    if (used.has(at)) return !isSaid || !/ed$/i.test(word.text) || isHappening(own, isNew, step)
    if (turnsSense(word.text)) return false
    if (isSaid && isParticle(word) && !(isNew && /^out$/i.test(word.text))) return false
    if (SLIGHT.has(own) || (isNew && appears(own))) return true
    return !isVerbForm(word.text) && (!isSaid || word.stems.every(isLight) || /state/.test(step.slug))
  })
}

const BEING = /^(?:is|are|was|were|be|been|gets?|got|becomes?|goes|went)$/i

/** "a meeting ends", "a pull request is merged": what the thing does, or what is done to it. */
function isPredicate(event: readonly Word[], at: number, used: ReadonlySet<number>): boolean {
  const [last, word] = [event[at - 1], event[at]]
  if (BEING.test(last?.text ?? '')) return true
  return (
    startLength(event, 0) > 0 &&
    at === event.length - 1 &&
    used.has(at - 1) &&
    word?.isName === false &&
    /(?:ed|[^s]s)$/i.test(word.text)
  )
}

/** What is done to a thing has to be what the step tells of: "merged" is but half of "New merge request". */
function isHappening(done: string, isNew: boolean, { name }: KnownStep): boolean {
  const said = name.toLowerCase().split(' ').map(stem)
  const next = said[said.indexOf(done) + 1]
  return (isNew && appears(done)) || (said.includes(done) && (next === undefined || isFiller(next)))
}

const DOING = /^(?:post|send|share|message|notify|email|mail|tweet|tell|let|ping|alert|warn|remind|buzz|text)\b/i

/** "when somebody stars": not what you do yourself. */
function isByOther(event: readonly Word[]): boolean {
  return /^(?:some|any)(?:body|one)$/i.test(event[startLength(event, 0)]?.text.split(' ')[0] ?? '')
}

/** "a new video in the YouTube feed", "our WordPress site is down": these can be followed, of whichever service. */
function isPublic(event: readonly Word[]): boolean {
  return event.some(({ text }) => FOLLOWED.has(stem(text.toLowerCase())))
}

/** How much of what these words say the step has. Numbers, quoted texts and names of places say nothing of it. */
function explainedPart({ weightOf }: StepIndex, words: readonly Word[], { used }: StepMatch): number {
  let [all, explained] = [0, 0]
  for (const [at, word] of words.entries()) {
    const own = word.stems.find((each) => !isFiller(each))
    if (own === undefined || isOtherService(word) || word.kind === 'address') continue
    if (NAMED.test(word.text) || (!used.has(at) && word.stems.every(isLight))) continue
    if ((word.isName && /^(?:in|from|by|or)$/i.test(words[at - 1]?.text ?? '')) || standsForName(words, at)) continue
    // A phrase says all that it means.
    const said = word.text.includes(' ') ? word.stems.filter((each) => !isFiller(each)) : [own]
    const weight = said.reduce((sum, each) => sum + weightOf(each), 0)
    all += weight
    if (used.has(at)) explained += weight
  }
  return all === 0 ? 0 : explained / all
}
