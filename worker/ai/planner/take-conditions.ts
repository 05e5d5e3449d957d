import { isDeed } from '../../services/catalog/words/fillers.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import { isServiceName } from './other-service.ts'
import { isIf, isPossessive, isPreposition, lengthOf, startLength } from './split-clauses.ts'

const CONDITIONS =
  /^(?:but )?(?:only (?:if|when|on|in|at|while|between|after|before|during|for|from)|unless|except (?:if|when|on)|as long as|provided(?: that)?|during|while|(?:or )?else|otherwise)$/
/** "posts that mention rust": what limits the event. The verb says how. */
const RELATIVES =
  /^(?:(?:that|which) (?:mentions?|contains?|includes?|matche?s?|have|has|are)|whose|containing|mentioning)$/
/** Conditions of what starts by the clock. */
const ASIDES = /^(?:but )?(?:if|when)$/
/** Words that begin an event and are never a time, such as "after 5 pm". */
const EVENTS = /^(?:when|whenever|if|every time|each time|as soon as|any time|anytime)$/
/** More would only cost time. */
const MOST_OTHER_EVENTS = 2

/** "Only if …": its words, and the sentence without it. `isNegative`: unless; `isOfEvent`: nothing that is looked up. */
export type ConditionClause = { words: Word[]; isNegative: boolean; isOfEvent: boolean; text: string }
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
      limitLength(words, at),
  )
}

const HAVING = /^(?:with|has|have|having)$/i
/** What things have, so that a value may follow. */
const ATTRIBUTE =
  /^(?:title|subject|label|tag|name|author|status|priority|topic|category|sender|field|column|property|value)s?$/i
const COMPARED = /^(?:is|are|contains|mentions|equals|has|includes|set)$/i

/** "an issue with the label bug", "a row with "yes" in column D", "a row is added and column B is paid": what limits the event. */
function limitLength(words: readonly Word[], at: number): number {
  const [word, ...others] = words.slice(at)
  if (!word || !isInEvent(words, at)) return 0
  if (/^(?:and|where)$/i.test(word.text)) {
    const end = others.findIndex((each, index) => each.before !== '' || (index > 2 && isDeed(each)))
    const said = others.slice(0, end < 0 ? others.length : end)
    const isCompared = said.some(({ text }, index) => index > 0 && COMPARED.test(text))
    return isCompared && said[0] && !isDeed(said[0]) ? 1 : 0
  }
  if (!HAVING.test(word.text)) return 0
  const length = isPossessive(others[0]) ? 2 : 1
  const [name, value] = words.slice(at + length)
  if (name?.kind === 'quoted') return value?.text === 'in' ? 1 : 0
  const hasValue = value !== undefined && value.before === '' && !isPreposition(value) && !isDeed(value)
  return name && ATTRIBUTE.test(name.text) && hasValue ? length : 0
}

/** Whether all words since the one that begins an event, or those before an arrow, say that event. */
function isInEvent(words: readonly Word[], at: number): boolean {
  const start = words.findLastIndex((_, index) => index < at && startLength(words, index) > 0)
  const isTold = start >= 0 || words.some(({ before }, index) => index > at && before === '->')
  const begun = words.slice(start + 1, at + 1)
  // "whenever it has the label bug" is a clause itself.
  if (/^(?:it|they)$/i.test(begun[0]?.text ?? '') && begun.length === 2) return false
  return isTold && begun.every((word, index) => word.before === '' && (!isDeed(word) || isThing(begun, index)))
}

/** "a new record", "a Slack message": nobody is told to do it. */
function isThing(words: readonly Word[], at: number): boolean {
  const last = words[at - 1]
  return (
    isPossessive(last) ||
    /^(?:new|each|every|any)$/i.test(last?.text ?? '') ||
    (last !== undefined && isServiceName(last))
  )
}

/** What happens, after the value that limits it. */
const VERBS = /^(?:is|are|was|gets?|goes|comes?|arrives?|appears?)$/i
const VALUED = /^(?:is|are|equals|has|set|contain|includ|mention|match)/i

/** "an item contains rust", but not "somebody mentions me", nor the second "if" of a sentence, which is a clause itself. */
function containsLength(words: readonly Word[], at: number): number {
  const next = words.slice(at + 1).find(({ text }) => !/^the$/i.test(text))
  const isOfText = next !== undefined && !/^(?:me|us|you|my|our|i)$/i.test(next.text) && next.before === ''
  const start = words.findLastIndex(
    (word, index) => index < at && (word.before !== '' || startLength(words, index) > 0),
  )
  const isAside = isIf(words[start]) && words.some((_, index) => index !== start && lengthOf(words, index, EVENTS) > 0)
  return isOfText && !isAside ? lengthOf(words, at, /^(?:mentions|contains|includes)$/) : 0
}

/**
 * An Applet has one event: each way to take one "when …", or else one "if …", for it and the others for conditions, and
 * last that each "if …" is one.
 */
export function waysToTakeEvent(words: readonly Word[]): [Split, ...Split[]] {
  const starts = words.flatMap((_, at) => (lengthOf(words, at, EVENTS) > 0 && !isAsked(words, at) ? [at] : []))
  const [likeliest, ...others] = [...starts.filter((at) => !isIf(words[at])), ...starts.filter((at) => isIf(words[at]))]
  const take = (event: number | undefined) =>
    takeClauses(words, (at) => (starts.includes(at) && at !== event ? lengthOf(words, at, EVENTS) : 0))
  const last = likeliest !== undefined && isIf(words[likeliest]) ? [undefined] : []
  return [take(likeliest), ...[...others.slice(0, MOST_OTHER_EVENTS), ...last].map(take)]
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
    const isElse = /^(?:or|else|otherwise)$/i.test(word.text)
    // What is done otherwise is done under no condition of a form.
    while (end < words.length && !(isElse ? words[end]?.before !== '' : endsClause(words, end, at + length))) end++
    const clause = words.slice(at + length, end)
    const marker = words.slice(at, at + length)
    const text = [...marker, ...clause]
      .map((each) => (each.kind === 'quoted' ? `"${each.text}"` : each.text))
      .join(' ')
      .replace(/^(?:but|and) /i, '')
    const isRelative = lengthOf(words, at, RELATIVES) + containsLength(words, at) > 0
    const isNegative = marker.some((each) => /^(?:unless|except)$/i.test(each.text))
    const isOfEvent = isRelative || limitLength(words, at) > 0
    conditions.push({ words: isRelative ? [...marker, ...clause] : clause, isNegative, isOfEvent, text })
    at = end
  }
  return { rest, conditions }
}

/** "check if …" */
function isAsked(words: readonly Word[], at: number): boolean {
  return /^check$/i.test(words[at - 1]?.text ?? '')
}

/** Whether a clause ends here: at a mark, a target, another event, or a verb after its value. */
function endsClause(words: readonly Word[], at: number, begin: number): boolean {
  const word = words[at]
  if (at === begin || !word) return false
  const isStart = startLength(words, at) > 0 && !/^(?:after|once|upon)$/i.test(word.text)
  const [next] = words.slice(at + 1).filter((each) => !isPossessive(each))
  const isTarget = isPreposition(word) && next?.stems.some((each) => each.startsWith('#')) === true
  return (
    word.before !== '' ||
    isTarget ||
    isStart ||
    (endsValue(words, at, begin) && (isDeed(word) || VERBS.test(word.text)))
  )
}

/** "with the label bug | appears", "whose name contains beta | comes out", but not "whose label | is bug". */
function endsValue(words: readonly Word[], at: number, begin: number): boolean {
  const compared = words.slice(0, at + 1).findIndex(({ text }, index) => index >= begin - 1 && VALUED.test(text))
  const last = words[at - 1]
  return compared !== at && at > Math.max(compared, begin) + 1 && !isPossessive(last) && last?.text !== 'word'
}
