import { isDeed, isLight } from '../../services/catalog/words/fillers.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import { isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { SLIGHT } from './can-happen.ts'
import { isServiceName } from './other-service.ts'
import { isPossessive, isPreposition, isSubject, startLength } from './split-clauses.ts'

/** How well these words can be a clause of their own. */
export function fitOfClause(words: readonly Word[], from: number, to: number): number {
  const [first, next, last] = [words[from], words[to], words[to - 1]]
  const before = words.slice(0, from).findLast((word) => !isPossessive(word))
  const ends = to === words.length || (next?.before ?? '') !== ''
  const endsWell = ends ? 3 : next && isDeed(next) ? 1.5 : 0
  const begins = startLength(words, from) > 0 ? 4 : /^(?:new|every|each)$/i.test(first?.text ?? '') ? 2 : 0
  const isTarget = [first, before].some((word) => /^(?:to|into|as|via|by|in)$/i.test(word?.text ?? ''))
  const isObject =
    (isPossessive(next) || /^(?:it|them|me|us)$/i.test(next?.text ?? '')) &&
    (begins === 4 ? isVerbForm(last?.text.split(' ')[0] ?? '') : last !== undefined && isDeed(last))
  // "mails | from Ann".
  const isSender = /^(?:from|by)$/i.test(next?.text ?? '') && words[to + 1]?.kind === 'email'
  // "every toot | I boost" is another event; "when it rains | I want …" begins what is done.
  const isTorn =
    next?.before === '' &&
    (next.kind === 'address' ||
      (isPreposition(next) && words[to + 1]?.kind === 'address') ||
      (begins < 4 && [last, next].some(isSubject)) ||
      isObject ||
      isSender ||
      (begins === 4 && (isNoun(next) || isRest(next) || isWay(from, last, next))))
  // "in the alerts room of Matrix tell me" begins with where it happened.
  const isTo = /^(?:to|into|as|via|with|using)$/i.test(next?.text ?? '')
  const mark = words.findIndex((word, at) => at > to && word.before !== '')
  const isPlace =
    begins === 4 && next?.before === '' && isPreposition(next) && (isTo ? mark > 0 : isDeedNext(words, to + 1))
  // "my Trello | list" is one thing.
  const isOfService =
    begins === 0 && first?.before === '' && !isPossessive(first) && words.slice(from - 1, from).some(isServiceName)
  return endsWell - (isPlace ? 40 : 0) - (isTorn || isOfService ? 100 : 0) + begins - (isTarget ? 30 : 0)
}

/** "moved | to Done"; nothing that is done begins so where the event stands first. */
function isWay(from: number, last: Word | undefined, next: Word): boolean {
  const isMoved = from === 0 || /^(?:changes?|goes|switche[sd]|move[sd]?)$/i.test(last?.text ?? '')
  return isMoved && /^(?:to|into|from)$/i.test(next.text)
}

/** "my feed | reader is back": what follows an event is told, or where. */
function isNoun(word: Word): boolean {
  const isTold = isDeed(word) || isPreposition(word)
  return word.kind === 'word' && !isTold && !word.stems.every(isLight)
}

/** "when a comment | comes in", "… follow | them": the event has more to say, or less. */
function isRest(next: Word): boolean {
  const isNext = next.stems.some((each) => SLIGHT.has(each))
  return PREDICATES.test(next.text) || (isNext && /s$/i.test(next.text))
}

/** Whether a deed comes after this place, and not right there. */
function isDeedNext(words: readonly Word[], from: number): boolean {
  return words.some((word, at) => at > from && isDeed(word))
}

/** No event ends before these. */
const PREDICATES = /^(?:is|are|was|were|about|starts?|starting|begins?|soon|has|have|says|reads|gets?|becomes?|goes)$/i
