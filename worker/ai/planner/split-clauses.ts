import { OWN } from '../steps/name-places.ts'
import { isDeed, WHEN } from '../../services/catalog/words/fillers.ts'
import { isOtherService } from '../../services/catalog/words/other-services.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { isVerb } from '../../services/catalog/words/verb-classes.ts'

/** Words before the event. "if" is one too, unless the Applet starts by the clock. */
const STARTS = new RegExp(`^(?:${WHEN}|if|once|after|upon|for (?:each|every|any))$`)
const PREPOSITIONS = new Set('to into in on as from of about with by for at via using through'.split(' '))
const DETERMINERS = new Set(['each', 'every', 'all', 'any', 'new', 'my'])
const JOINTS = new Set(['then', 'plus', 'also', 'should'])

/** How many words that is, from this place on; 0 where none of these stands there. */
export function lengthOf(words: readonly Word[], at: number, pattern: RegExp): number {
  for (const length of [3, 2, 1]) {
    const span = words.slice(at, at + length)
    const text = span.map((word) => word.text.toLowerCase()).join(' ')
    if (span.length === length && span.every(({ kind }) => kind === 'word') && pattern.test(text)) return length
  }
  return 0
}

/** The length of the words at this place that begin an event. */
export function startLength(words: readonly Word[], at: number): number {
  return lengthOf(words, at, STARTS) || (isBefore(words, at) || isOn(words, at) ? 1 : 0)
}

/** "on new issue". */
function isOn(words: readonly Word[], at: number): boolean {
  return at === 0 && says(words[0], /^on$/i)
}

/** "10 minutes before a meeting". */
export function isBefore(words: readonly Word[], at: number): boolean {
  return says(words[at], /^before$/i) && says(words[at - 1], /^(?:minutes?|mins?|hours?|days?)$/i)
}

export function isIf(word: Word | undefined): boolean {
  return says(word, /^if$/i)
}

/** Places at which the words of the event may begin or end. */
export function boundaries(words: readonly Word[]): number[] {
  const found = new Set([0, words.length])
  for (const [at, word] of words.entries()) {
    const text = word.text.toLowerCase()
    if (word.before !== '' || word.kind === 'quoted' || DETERMINERS.has(text)) found.add(at)
    if (PREPOSITIONS.has(text) || isJoint(word)) found.add(at).add(at + 1)
    if (
      isDeed(word) &&
      !isPossessive(words[at - 1]) &&
      !(at === 0 && isParticle(words[1])) &&
      !isThingOfOther(words, at)
    )
      found.add(at).add(isParticle(words[at + 1]) ? at + 2 : at + 1)
    // "send me | the weather".
    if (/^(?:me|us)$/i.test(text) && isVerb(words[at - 1]?.text ?? '')) found.add(at + 1)
    // "goes down | I want to know".
    if (/^(?:want|need|would|i['’]d)\b/.test(text)) found.add(isSubject(words[at - 1]) ? at - 1 : at)
    const start = startLength(words, at)
    if (start > 0) found.add(at).add(at + start)
  }
  return [...found].toSorted((left, right) => left - right)
}

/** "follow back", "turn down": no site is back or down. */
export function isParticle(word: Word | undefined): boolean {
  return says(word, /^(?:back|down|up|off|on|out|over)$/i)
}

/** "a WhatsApp message", "each new WordPress comment" are one thing; "on WhatsApp message me" is not. */
function isThingOfOther(words: readonly Word[], at: number): boolean {
  const [service, before] = [words[at - 1], words[at - 2]]
  const isOwn = says(before, /^(?:a|an|my|our|the|any|new|each|every)$/i)
  const next = words[at + 1]
  // "the blog feed stops", "in team Mail".
  const isDone = service?.kind === 'word' && says(next, /(?:[^s]s|ed)$/)
  const isNoun = isOwn && isDone
  return words[at]?.before === '' && (isOtherService(service) || isNoun)
}

/** "and", "as well as". */
function isJoint({ text, stems }: Word): boolean {
  return JOINTS.has(text.toLowerCase()) || stems.includes('and')
}

/** Whether a deed may begin here. */
export function beginsDeed(words: readonly Word[], at: number): boolean {
  const [word, last] = [words[at], words[at - 1]]
  // ", with the subject …" goes on with what is done.
  if (!word || /^with$/i.test(word.text)) return false
  if (!last || word.before !== '') return true
  return isJoint(last) || isJoint(word)
}

/** Before where something goes. */
export const TARGETS = /^(?:to|into|as|via|by|in)$/i

export function isSubject(word: Word | undefined): boolean {
  return says(word, /^(?:i|we|you|they)$/i)
}

export function isPreposition(word: Word | undefined): boolean {
  return word !== undefined && PREPOSITIONS.has(word.text.toLowerCase())
}

/** Whether the word stands before a thing: "the label" tells nobody to label. */
export function isPossessive(word: Word | undefined): boolean {
  return says(word, OWN)
}
