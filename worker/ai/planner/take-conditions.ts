import { isDeed, turnsSense, WHEN } from '../../services/catalog/words/fillers.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { isIf, isPossessive, isPreposition, lengthOf, startLength } from './split-clauses.ts'

const CONDITIONS =
  /^(?:but )?(?:only (?:if|when|on|in|at|while|between|after|before|during|for|from)|unless|except(?: (?:if|when|on|for))?|as long as|provided(?: that)?|during|while|(?:or )?else|otherwise)$/
/** "posts that mention rust": what limits the event. The verb says how. */
const RELATIVES =
  /^(?:(?:but )?(?:only )?(?:those )?(?:that|which|who) (?:mentions?|contains?|includes?|match(?:es)?|have|has|(?:are|is)(?:n['’]t)?|starts?|begins?|ends?)|whose|containing|mentioning|(?:starting|beginning|ending) with|labell?ed|tagged|(?:but )?not (?:by|from))$/
/** "an item contains rust". */
const SAYS =
  /^(?:mentions|contains|includes|without|(?:starts|begins|ends) with|(?:does not|doesn['’]t|do not|don['’]t) (?:contain|include|mention|start|begin|end)|(?:has|have) the (?:word|phrase))$/
/** Conditions of what starts by the clock. */
const ASIDES = /^(?:but )?(?:if|when)$/
/** Words that begin an event and are never a time, such as "after 5 pm". */
const EVENTS = new RegExp(`^(?:${WHEN}|if)$`)

/** "Only if …": its words, and the sentence without it. `isNegative`: unless; `isOfEvent`: nothing that is looked up; `isOr`: or what stands before. */
export type ConditionClause = { words: Word[]; isNegative: boolean; isOfEvent: boolean; isOr: boolean; text: string }
type Split = { rest: Word[]; conditions: ConditionClause[] }

/** `byClock`: then a plain "if" begins a condition too. */
export function takeConditions(words: readonly Word[], byClock: boolean): Split {
  return takeClauses(
    words,
    (at) =>
      lengthOf(words, at, CONDITIONS) ||
      (byClock ? lengthOf(words, at, ASIDES) : 0) ||
      relativeLength(words, at) ||
      containsLength(words, at) ||
      limitLength(words, at),
  )
}

/** "posts tagged #rust" are what a trigger tells of. */
function relativeLength(words: readonly Word[], at: number): number {
  const length = lengthOf(words, at, RELATIVES)
  return words[at + length]?.kind === 'hashtag' ? 0 : length
}

export const HAVING = /^(?:with|without|has|have|having)$/i
/** What things have, so that a value may follow. */
export const ATTRIBUTE =
  /^(?:title|subject|label|tag|name|author|status|priority|topic|category|sender|field|column|property|value|word|phrase)s?$/i
/** What things may have or not, whatever it is. */
const PART = /^(?:attachments?|description|location|place|body|text|image|picture|labels?|assignee|excerpt|notes)$/i
const COMPARED = /^(?:is|are|contains?|mentions?|equals|has|includes?|set)$/i

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
  const length = says(others[0], /^(?:any|no|its|their)$/i) || isPossessive(others[0]) ? 2 : 1
  const [name, value] = words.slice(at + length)
  const place = words.slice(at + length + 2).find((each) => !isPossessive(each))?.text ?? ''
  if (value?.text === 'in' && (name?.kind === 'quoted' || ATTRIBUTE.test(place) || PART.test(place))) return 1
  if (!name || name.kind === 'quoted') return 0
  return [name, value].some((each) => says(each, ATTRIBUTE)) || PART.test(name.text) ? length : 0
}

/** Whether all words since the one that begins an event say that event. */
function isInEvent(words: readonly Word[], at: number): boolean {
  const start = words.findLastIndex(
    (_, index) => index < at && (startLength(words, index) > 0 || isNewThing(words, index)),
  )
  const begun = words.slice(start + 1, at + 1)
  return start >= 0 && begun.every((word, index) => word.before === '' && (!isDeed(word) || tellsNobody(begun, index)))
}

/** "a new record", "a Slack message": nobody is told to do it. */
export function tellsNobody(words: readonly Word[], at: number): boolean {
  const last = words[at - 1]
  return (
    isPossessive(last) ||
    says(last, /^(?:new|each|every|any|i|we|you|somebody|someone|anybody|people)$/i) ||
    (last !== undefined && isServiceName(last))
  )
}

/** "new issues", which nobody is told to make. */
function isNewThing(words: readonly Word[], at: number): boolean {
  const last = words[at - 1]
  return says(words[at], /^new$/i) && !isPossessive(last)
}

/** What happens, after the value that limits it. */
const VERBS = /^(?:is|are|was|gets?|go(?:es)?|comes?|arrives?|appears?|starts?|begins?)$/i
const VALUED = /^(?:is|are|equals|has|set|contain|includ|mention|match|labell?ed|tagged)/i
/** What is done to it: "is added". */
const DONE = /(?:ed|made|sent|written|begun)$/i

/** "an item contains rust", but not "somebody mentions me", nor the second "if" of a sentence, which is a clause itself. */
function containsLength(words: readonly Word[], at: number): number {
  const next = words.slice(at + 1).find(({ text }) => !/^the$/i.test(text))
  const isOfText =
    next !== undefined && !/^(?:(?:me|us|you|my|our|i)$|(?:to|in|on|into|by)\b)/i.test(next.text) && next.before === ''
  const last = words[at - 1]
  // "new mentions", "Mastodon mentions".
  const isNoun = last !== undefined && (isServiceName(last) || isPossessive(last) || /^new$/i.test(last.text))
  return isOfText && !isNoun ? lengthOf(words, at, SAYS) : 0
}

/** An Applet has one event: the first "when …", or else the first "if …"; the others are its conditions. */
export function takeEvent(words: readonly Word[]): Split {
  const starts = words.flatMap((_, at) => (lengthOf(words, at, EVENTS) > 0 ? [at] : []))
  const event = starts.find((at) => !isIf(words[at])) ?? starts[0]
  return takeClauses(words, (at) => (starts.includes(at) && at !== event ? lengthOf(words, at, EVENTS) : 0))
}

function takeClauses(words: readonly Word[], beginLength: (at: number) => number): Split {
  const rest: Word[] = []
  const conditions: ConditionClause[] = []
  let mark: Word['before'] = ''
  for (let at = 0; at < words.length;) {
    const length = beginLength(at)
    const word = words[at]
    if (!word) break
    if (length === 0) {
      // What stood before a clause still stands apart from what follows it.
      rest.push({ ...word, before: word.before || mark })
      mark = ''
      at++
      continue
    }
    let end = at + length
    while (end < words.length && !endsClause(words, end, at + length)) end++
    const isLater = isOfLater(words, at)
    // And all that is done then.
    if (isLater && lengthOf(words, at, EVENTS) > 0) while (end < words.length && words[end]?.before !== '.') end++
    const clause = words.slice(at + length, end)
    const marker = words.slice(at, at + length)
    const text = [...marker, ...clause]
      .map((each) => (each.kind === 'quoted' ? `"${each.text}"` : each.text))
      .join(' ')
      .replace(/^(?:but|and) /i, '')
    const isContained = containsLength(words, at) > 0
    const isOfEvent = isContained || relativeLength(words, at) > 0 || limitLength(words, at) > 0
    const compared = isContained ? attributeBefore(words, at) : []
    conditions.push({
      words: isLater ? [] : isOfEvent ? [...compared, ...marker, ...clause] : clause,
      isNegative: marker.some((each) => /^(?:unless|except)$/i.test(each.text)),
      isOfEvent,
      isOr: says(words[at - 1], /^or$/i),
      text,
    })
    mark = word.before
    at = end
  }
  return { rest, conditions }
}

/** "post it and if it rains email me": no form says what limits but the later of two deeds. */
function isOfLater(words: readonly Word[], at: number): boolean {
  const last = words.slice(0, at).findLast(({ text }) => !/^(?:if|it|its)$/i.test(text))
  const isJoined = words[at]?.before === '.' || says(last, /^(?:and|then)$/i)
  return isJoined && words.slice(0, at).some((word) => isDeed(word))
}

/** "the subject of a mail | contains": what is compared. */
function attributeBefore(words: readonly Word[], at: number): Word[] {
  const start = words.findLastIndex((_, index) => index < at && startLength(words, index) > 0)
  return words.slice(start + 1, at).filter(({ text }) => ATTRIBUTE.test(text) || PART.test(text))
}

/** Whether a clause ends here: at a mark, a target, another event, or a verb after its value. */
function endsClause(words: readonly Word[], at: number, begin: number): boolean {
  const word = words[at]
  if (at === begin || !word) return false
  const isStart = startLength(words, at) > 0 && !/^(?:after|once|upon)$/i.test(word.text)
  const [next] = words.slice(at + 1).filter((each) => !isPossessive(each))
  const isTarget =
    isPreposition(word) &&
    !/^(?:by|from)$/i.test(word.text) &&
    ((next !== undefined && isServiceName(next)) || /^(?:path|address|hashtag|handle|email)$/.test(next?.kind ?? ''))
  const isMore = /^(?:and|but)$/i.test(word.text) && says(words[at + 1], MORE)
  return (
    word.before !== '' ||
    (turnsSense(word.text) && words.slice(at + 1, at + 2).some(isDeed)) ||
    isTarget ||
    isStart ||
    isMore ||
    (containsLength(words, at) === 0 &&
      endsValue(words, at, begin) &&
      ((isDeed(word) && words[at - 1]?.kind !== 'number' && at < words.length - 1) ||
        VERBS.test(word.text.split(' ')[0] ?? '')))
  )
}

/** "and it comes …": no part of a value. */
const MORE = /^(?:that|which|it|its|the|they|has|have|is|are|was|were|whose|if|when|comes?|from|by|with|in)$/i

/** "with the label bug | appears", "whose name contains beta | comes out", but not "whose label | is bug". */
function endsValue(words: readonly Word[], at: number, begin: number): boolean {
  const isHaving = words.slice(begin - 2, begin).some(({ text }) => HAVING.test(text))
  if (isHaving && says(words[at + 1], DONE)) return at > begin
  const compared = words
    .slice(0, at + 1)
    .findIndex(
      ({ text }, index) =>
        index >= begin - 1 &&
        (VALUED.test(text) || (/^with$/i.test(text) && says(words[index - 1], /^(?:start|begin|end)/i))),
    )
  const isBy = says(words[begin - 1], /^(?:by|from)$/i)
  return compared !== at && at > (compared >= 0 ? compared + 1 : isBy ? begin : begin + 1)
}
