import { isDeed } from '../../services/catalog/words/fillers.ts'
import { isOtherService } from '../../services/catalog/words/other-services.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'

/** Words before the event. "if" is one too, unless the Applet starts by the clock. */
const STARTS = /^(?:when|whenever|if|once|after|upon|every time|each time|as soon as|any time|anytime)$/
const CONDITIONS =
  /^(?:but )?(?:only (?:if|when|on|in|at|while|between|after|before|during|for|from)|unless|except (?:if|when|on)|as long as|provided(?: that)?)$/
/** "posts that mention rust": what limits the event. The verb says how. */
const RELATIVES = /^(?:(?:that|which) (?:mentions?|contains?|includes?|matche?s?)|whose|containing|mentioning)$/
/** Conditions of what starts by the clock. */
const ASIDES = /^(?:but )?(?:if|when)$/
/** Those of `STARTS` that are never a time, such as "after 5 pm". */
const EVENTS = /^(?:when|whenever|if|every time|each time|as soon as|any time|anytime)$/
/** More would only cost time. */
const MOST_OTHER_EVENTS = 2
const PREPOSITIONS = new Set([
  'to',
  'into',
  'in',
  'on',
  'as',
  'from',
  'of',
  'about',
  'with',
  'by',
  'for',
  'at',
  'via',
  'using',
])
const DETERMINERS = new Set(['each', 'every', 'all', 'any', 'new', 'my'])
const JOINTS = new Set(['and', 'then', 'plus', 'also', 'should'])

/** How many words that is, from this place on; 0 where none of these stands there. */
function lengthOf(words: readonly Word[], at: number, pattern: RegExp): number {
  for (const length of [3, 2, 1]) {
    const span = words.slice(at, at + length)
    const text = span.map((word) => word.text.toLowerCase()).join(' ')
    if (span.length === length && span.every(({ kind }) => kind === 'word') && pattern.test(text)) return length
  }
  return 0
}

/** The length of the words at this place that begin an event. */
export function startLength(words: readonly Word[], at: number): number {
  return lengthOf(words, at, STARTS) || (isBefore(words, at) ? 1 : 0)
}

/** "10 minutes before a meeting". */
export function isBefore(words: readonly Word[], at: number): boolean {
  return /^before$/i.test(words[at]?.text ?? '') && /^(?:minutes?|mins?|hours?|days?)$/i.test(words[at - 1]?.text ?? '')
}

/** "Only if …": its words, and the sentence without it. `isNegative`: unless. */
export type ConditionClause = { words: Word[]; isNegative: boolean; text: string }
type Split = { rest: Word[]; conditions: ConditionClause[] }

/** `byClock`: then a plain "if" begins a condition too. */
export function takeConditions(words: readonly Word[], byClock: boolean): Split {
  return takeClauses(
    words,
    (at) =>
      lengthOf(words, at, CONDITIONS) ||
      (byClock ? lengthOf(words, at, ASIDES) : 0) ||
      lengthOf(words, at, RELATIVES) ||
      containsLength(words, at) ||
      attributeLength(words, at) ||
      andLength(words, at),
  )
}

const ATTRIBUTE = /^with (?:the|a|an) (?:title|subject|label|tag|name|author|status|priority|topic|category|sender)s?$/

/** "an issue with the label bug", after the word that begins the event: all of it limits the event. */
function attributeLength(words: readonly Word[], at: number): number {
  const start = words.findLastIndex((_, index) => index < at && startLength(words, index) > 0)
  const begun = words.slice(start + 1, at + 1)
  const isOfEvent = start >= 0 && begun.every((word) => word.before === '' && !isDeed(word))
  return isOfEvent && words[at + 3]?.kind === 'word' && lengthOf(words, at, ATTRIBUTE) === 3 ? 2 : 0
}

/** "when a row is added and column B is paid": the second half limits the event. */
function andLength(words: readonly Word[], at: number): number {
  if (!/^and$/i.test(words[at]?.text ?? '') || startLength(words, 0) === 0) return 0
  const begun = words.slice(1, at).every((word) => word.before === '' && !isDeed(word))
  const end = words.findIndex((word, index) => index > at && word.before !== '')
  const said = words.slice(at + 1, end < 0 ? at + 1 : end)
  const isCompared = said.some(({ text }, index) => index > 0 && COMPARED.test(text))
  return begun && isCompared && !(said[0] && isDeed(said[0])) ? 1 : 0
}

function endsAttribute(words: readonly Word[], at: number, begin: number): boolean {
  return VERBS.test(words[at]?.text ?? '') || endsCondition(words, at, begin)
}

/** After what an event is limited by. */
const VERBS = /^(?:is|are|was|gets?|comes?|arrives?|appears?)$/i
const COMPARED = /^(?:is|are|contains|mentions|equals|has|includes)$/i

/** "an item contains rust", but not "somebody mentions me". */
function containsLength(words: readonly Word[], at: number): number {
  const next = words.slice(at + 1).find(({ text }) => !/^the$/i.test(text))
  const isOfText = next !== undefined && !/^(?:me|us|you|my|our|i)$/i.test(next.text) && next.before === ''
  return isOfText ? lengthOf(words, at, /^(?:mentions|contains|includes)$/) : 0
}

/** An Applet has one event: each way to take one "when …", or else one "if …", for it and the others for conditions. */
export function waysToTakeEvent(words: readonly Word[]): [Split, ...Split[]] {
  const starts = words.flatMap((_, at) => (lengthOf(words, at, EVENTS) > 0 && !isAsked(words, at) ? [at] : []))
  const [likeliest, ...others] = [...starts.filter((at) => !isIf(words[at])), ...starts.filter((at) => isIf(words[at]))]
  const take = (event: number | undefined) =>
    takeClauses(words, (at) => (starts.includes(at) && at !== event ? lengthOf(words, at, EVENTS) : 0))
  return [take(likeliest), ...others.slice(0, MOST_OTHER_EVENTS).map(take)]
}

function takeClauses(words: readonly Word[], beginLength: (at: number) => number): Split {
  const rest: Word[] = []
  const conditions: ConditionClause[] = []
  for (let at = 0; at < words.length;) {
    const length = beginLength(at)
    const word = words[at]
    if (!word) break
    if (length === 0 || isAsked(words, at)) {
      rest.push(word)
      at++
      continue
    }
    let end = at + length
    const ends = attributeLength(words, at) > 0 ? endsAttribute : endsCondition
    while (end < words.length && !ends(words, end, at + length)) end++
    const clause = words.slice(at + length, end)
    const marker = words.slice(at, at + length)
    const text = [...marker, ...clause]
      .map((each) => each.text)
      .join(' ')
      .replace(/^but /i, '')
    const isRelative = lengthOf(words, at, RELATIVES) + containsLength(words, at) > 0
    const isNegative = marker.some((each) => /^(?:unless|except)$/i.test(each.text))
    conditions.push({ words: isRelative ? [...marker, ...clause] : clause, isNegative, text })
    at = end
  }
  return { rest, conditions }
}

/** "check if …" */
function isAsked(words: readonly Word[], at: number): boolean {
  return /^check$/i.test(words[at - 1]?.text ?? '')
}

export function isIf(word: Word | undefined): boolean {
  return /^if$/i.test(word?.text ?? '')
}

function endsCondition(words: readonly Word[], at: number, begin: number): boolean {
  const word = words[at]
  if (at === begin || !word) return false
  const isStart = startLength(words, at) > 0 && !/^(?:after|once|upon)$/i.test(word.text)
  const [next] = words.slice(at + 1).filter((each) => !isPossessive(each))
  const isTarget = isPreposition(word) && next?.stems.some((each) => each.startsWith('#')) === true
  return word.before !== '' || isTarget || isStart || (isDeed(word) && at > begin + 2 && !isPossessive(words[at - 1]))
}

/** Places at which the words of the event may begin or end. */
export function boundaries(words: readonly Word[]): number[] {
  const found = new Set([0, words.length])
  for (const [at, word] of words.entries()) {
    const text = word.text.toLowerCase()
    if (word.before !== '' || DETERMINERS.has(text)) found.add(at)
    if (PREPOSITIONS.has(text) || JOINTS.has(text)) found.add(at).add(at + 1)
    if (isDeed(word) && !isThingOfOther(words, at)) found.add(at).add(at + 1)
    const start = startLength(words, at)
    if (start > 0) found.add(at).add(at + start)
  }
  return [...found].toSorted((left, right) => left - right)
}

/** "a WhatsApp message" is one thing; "on WhatsApp message me" is not. */
function isThingOfOther(words: readonly Word[], at: number): boolean {
  return isOtherService(words[at - 1]) && !/^(?:me|us|it)$/i.test(words[at + 1]?.text ?? '')
}

/** Whether a deed may begin here. */
export function beginsDeed(words: readonly Word[], at: number): boolean {
  const [word, last] = [words[at], words[at - 1]]
  if (!word) return false
  if (!last || word.before !== '') return true
  return JOINTS.has(last.text.toLowerCase()) || JOINTS.has(word.text.toLowerCase())
}

export function isPreposition(word: Word | undefined): boolean {
  return word !== undefined && PREPOSITIONS.has(word.text.toLowerCase())
}

/** Whether the word stands before a thing: "the label" tells nobody to label. */
export function isPossessive(word: Word | undefined): boolean {
  return /^(?:my|our|the|a|an)$/i.test(word?.text ?? '')
}
