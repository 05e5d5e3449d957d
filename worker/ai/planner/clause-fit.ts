import { isDeed } from '../../services/catalog/words/fillers.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { isPossessive, isPreposition, isSubject, startLength, TARGETS } from './split-clauses.ts'

/** How well these words can be a clause of their own. */
export function fitOfClause(words: readonly Word[], from: number, to: number): number {
  const [first, next, last] = [words[from], words[to], words[to - 1]]
  const before = words.slice(0, from).findLast((word) => !isPossessive(word))
  const ends = to === words.length || (next?.before ?? '') !== ''
  const endsWell = ends ? 3 : next && isDeed(next) ? 1.5 : 0
  const begins = startLength(words, from) > 0 ? 4 : says(first, /^(?:new|every|each)$/i) ? 2 : 0
  const isTarget = [first, before].some((word) => says(word, TARGETS))
  const isObject =
    (isPossessive(next) || says(next, /^(?:it|them|me|us)$/i)) && isVerbForm(last?.text.split(' ')[0] ?? '')
  // "mails | from Ann".
  const isSender = says(next, /^(?:from|by)$/i) && words[to + 1]?.kind === 'email'
  // "every toot | I boost" is another event; "when it rains | I want …" begins what is done.
  const isTorn =
    next?.before === '' &&
    ((isPreposition(next) && words[to + 1]?.kind === 'address') ||
      (begins < 4 && [last, next].some(isSubject)) ||
      isObject ||
      isSender ||
      TOLD.test(first?.text ?? '') ||
      (begins === 4 && isWay(from, last, next)))
  // "in the alerts room of Matrix tell me" begins with where it happened.
  const isTo = says(next, /^(?:to|into|as|via|with|using)$/i)
  const mark = words.findIndex((word, at) => at > to && word.before !== '')
  const isPlace =
    begins === 4 && next?.before === '' && isPreposition(next) && (isTo ? mark > 0 : isDeedNext(words, to + 1))
  return endsWell - (isPlace ? 40 : 0) - (isTorn ? 100 : 0) + begins - (isTarget ? 30 : 0)
}

/** "moved | to Done"; nothing that is done begins so where the event stands first. */
function isWay(from: number, last: Word | undefined, next: Word): boolean {
  const isMoved = from === 0 || says(last, /^(?:changes?|goes|switche[sd]|move[sd]?)$/i)
  return isMoved && /^(?:to|into|from)$/i.test(next.text)
}

/** "send | me new comments". */
const TOLD = /^(?:me|us)$/i

/** Whether a deed comes after this place, and not right there. */
function isDeedNext(words: readonly Word[], from: number): boolean {
  return words.some((word, at) => at > from && isDeed(word))
}
