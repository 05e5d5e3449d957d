import type { StepIndex, StepMatch } from '../../services/catalog/steps/step-index.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import { holderIn } from '../steps/name-places.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { isVerb, takesLookup, takesNew } from '../../services/catalog/words/verb-classes.ts'
import { bestStep, type SoughtStep } from './best-step.ts'
import { fitOfClause } from './clause-fit.ts'
import { chooseActions, type ChosenDeed } from './choose-actions.ts'
import { isAtService } from './other-service.ts'
import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { verbOf } from './means-action.ts'
import { boundaries, isBefore, isPossessive, isPreposition, startLength, TARGETS } from './split-clauses.ts'

/** `event`: the words of the trigger, or of the query where the Applet starts by the clock. */
type Choice = { found: StepMatch | null; event: Word[]; deeds: ChosenDeed[] }

/** More than a clause needs; more would only cost time. */
const MOST_WORDS = 20
const MOST_CANDIDATES = 24

/**
 * Which words say what starts the Applet (or what it looks up), and which what it does: of all ways to part them at
 * their boundaries, the one whose steps fit best.
 */
export function chooseWithActions(index: StepIndex, words: readonly Word[], { kind, preference }: SoughtStep): Choice {
  const places = boundaries(words)
  const starts = kind === 'trigger' ? places.filter((at) => startLength(words, at) > 0) : []
  const arrow = kind === 'trigger' ? endOfEvent(words, starts.length > 0) : -1
  const isTold = starts.length > 0 || arrow > 0
  // All that stands before an arrow happens.
  const froms = starts.length > 0 ? starts : arrow > 0 ? [0] : places
  const ends =
    arrow > 0 ? [arrow] : places.filter((at) => !((isTold || words[at]?.text === 'from') && isAtService(words, at)))
  const candidates = froms
    .flatMap((from) => ends.map((to) => ({ from, to })))
    .filter(
      ({ from, to }) =>
        to > from &&
        to - from <= MOST_WORDS &&
        isClause(words.slice(from, to)) &&
        !isSeveral(words.slice(from, to)) &&
        (!isTold || !says(words[to - 1], /^(?:is|are|was|were|becomes?)$/i)) &&
        !isToldAt(words, from, arrow) &&
        (isTold || (canBeSaidOf(words, from, kind) && (kind === 'query' || isOfSomething(words, from, to)))) &&
        (isTold || !(hasTarget(words.slice(from, to)) || saysText(words.slice(from, to)))),
    )
    .map((span) => ({
      ...span,
      found: bestStep(index, words.slice(span.from, span.to), {
        kind,
        preference,
        isTold,
        isAhead: isBefore(words, span.from),
      }),
    }))
    .filter(({ found }) => found !== null || isTold)
    .map((span) => ({ ...span, worth: (span.found?.score ?? -8) + fitOfClause(words, span.from, span.to) }))
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
      kind === 'query' ||
      isTold ||
      isNewThing(event, deeds) ||
      (deeds.length > 0 && deeds.every(({ match, words: said }) => match && !said.some(isNew))),
  )
  return [...sure, none].reduce((best, each) => (each.sum > best.sum ? each : best))
}

/** "new star: …", "a task is done? …", "… -> …": where what happens ends before a mark; -1 for none. */
function endOfEvent(words: readonly Word[], isTold: boolean): number {
  const arrow = words.findIndex(({ before }) => before === '->')
  const mark = words.findIndex(({ before }, at) => at > 0 && before === '.')
  return arrow >= 0 || isTold || mark < 0 || verbOf(words.slice(0, mark)) !== null ? arrow : mark
}

/** "my mentions", "each comment", but not "by push", "notification" and "in a sheet": what happens to something that is said. */
function isOfSomething(words: readonly Word[], from: number, to: number): boolean {
  const said = words.slice(Math.max(0, from - 2), to)
  const lead = words.slice(0, from + 1).findLast((word) => !isPossessive(word))
  if (said.some(({ text }) => /^(?:each|every|any|new)$/i.test(text))) return true
  return (
    from === 0 ||
    (!says(lead, TARGETS) && !says(words[from], /^(?:me|us)$/i) && said.some(({ text }) => SAID.test(text)))
  )
}

const SAID = /^(?:an?|the|my|our|all|at|of|on|i|we|whatever)$|[^s]s$/i

/** "when a row changes, update …": more than the event. */
function isSeveral(words: readonly Word[]): boolean {
  return words.some((word, at) => at > 0 && isDeed(word) && (word.before !== '' || isObjectOf(words, at)))
}

/** "at sunrise get the weather": nobody is named who does it. */
function isObjectOf(words: readonly Word[], verb: number): boolean {
  const [subject = '', object = ''] = [words[verb - 1]?.text, words[verb + 1]?.text]
  const isSubject = /^(?:i|we|you|they|people|to|and)$|s$/i.test(subject)
  return /^(?:it|them)$/i.test(object) || (!isSubject && /^(?:the|my|our|me|us)$/i.test(object))
}

function isNew({ text }: Word): boolean {
  return /^new$/i.test(text)
}

/** "delete every mail" tells of none. */
function isNewThing(event: readonly Word[], deeds: readonly ChosenDeed[]): boolean {
  const isDone = deeds.some(({ match }) => match)
  return event.some(({ text }) => /^(?:new|at)$/i.test(text) || (isDone && /^(?:every|each|any)$/i.test(text)))
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
function canBeSaidOf(words: readonly Word[], from: number, kind: SoughtStep['kind']): boolean {
  const at = words.findLastIndex(({ text }, index) => index < from && isVerb(text))
  const verb = words[at]
  if (verb === undefined || (kind === 'trigger' && isAt(words, from))) return true
  // "create a task", "put a new page" tell to make one.
  const article = [words[from], words[from - 1]].findIndex((word) => says(word, /^an?$/i))
  const isMade = kind === 'trigger' || /^(?:add|create)$/i.test(verb.text) || words.slice(from, from + 2).some(isNew)
  if (isMade && article >= 0) return false
  return kind === 'query' ? takesLookup(verb.text) : takesNew(verb.text)
}

/** "at sunset". */
function isAt(words: readonly Word[], from: number): boolean {
  return [words[from - 1], words[from]].some((word) => says(word, /^at$/i))
}

/** The words after the event are no longer part of what stood before it, except for its place or its target. */
function broken([first, ...others]: readonly Word[]): Word[] {
  return first ? [{ ...first, before: isPreposition(first) ? '' : first.before || ',' }, ...others] : []
}

/** Sums up the worth of the deeds. Nobody looks up at a service what is done there next. */
function worthOf(found: StepMatch | null, deeds: readonly ChosenDeed[]): number {
  const matches = deeds.flatMap(({ match }) => (match ? [match] : []))
  const isDoubled = found?.step.kind === 'query' && matches.some(({ step }) => step.service === found.step.service)
  const acts = matches.reduce((sum, { score }) => sum + score - 4, 0) - 2 * (deeds.length - matches.length)
  return acts - (isDoubled ? 20 : 0) - (matches.length === 0 ? 20 : 0)
}

/** "each new post into a Google Sheet": where it goes does not happen. */
function hasTarget(words: readonly Word[]): boolean {
  return words.some(({ text }, at) => {
    const name = words.slice(at + 1).find((word) => !isPossessive(word))
    return /^(?:to|into)$/i.test(text) && name !== undefined && isServiceName(name)
  })
}

/** "reply to new comments "Thanks"": nothing that limits them. */
function saysText(words: readonly Word[]): boolean {
  return words.some(({ kind }, at) => {
    const last = words[at - 1]
    const isName = last && (holderIn(last) !== null || /^(?:called|named|titled|to|into|from|in)$/i.test(last.text))
    return kind === 'quoted' && !isName
  })
}
