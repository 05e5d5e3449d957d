import { isDeed } from '../../services/catalog/words/fillers.ts'
import { isOtherService } from '../../services/catalog/words/other-services.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'

/** Words before the event. "if" is one too, unless the Applet starts by the clock. */
const STARTS = /^(?:when|whenever|if|once|after|upon|every time|each time|as soon as|any time|anytime)$/
const CONDITIONS =
  /^(?:but )?(?:only (?:if|when|on|in|at|while|between|after|before)|unless|except (?:if|when|on)|as long as|provided(?: that)?)$/
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
  return lengthOf(words, at, STARTS)
}

/** "Only if …": its words, and the sentence without it. `isNegative`: unless. */
export type ConditionClause = { words: Word[]; isNegative: boolean; text: string }
type Split = { rest: Word[]; conditions: ConditionClause[] }

/** `byClock`: then a plain "if" begins a condition too. */
export function takeConditions(words: readonly Word[], byClock: boolean): Split {
  return takeClauses(words, (at) => lengthOf(words, at, CONDITIONS) || (byClock ? lengthOf(words, at, ASIDES) : 0))
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
    while (end < words.length && !endsCondition(words, end, at + length)) end++
    const clause = words.slice(at + length, end)
    const marker = words.slice(at, at + length).map(({ text }) => text)
    const text = [...marker, ...clause.map((each) => each.text)].join(' ').replace(/^but /i, '')
    conditions.push({ words: clause, isNegative: /unless|except/i.test(marker.join(' ')), text })
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
  return word.before !== '' || isStart || (isDeed(word) && at > begin + 2 && !isPossessive(words[at - 1]))
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
