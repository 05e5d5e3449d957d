import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { isDeed, isFiller } from '../../services/catalog/words/fillers.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'

/** What a service keeps things in, each of which has a name. */
const HOLDERS =
  /^(?:base|board|calendar|category|channel|chat|column|counter|database|diary|docs?|document|field|folder|group|journal|label|list|page|project|repo|repository|room|sheet|space|spreadsheet|stream|tab|table|tag|team|topic|worksheet|workspace)s?$/i
/** Before a name. */
export const NAMED = /^(?:called|named|titled)$/i
const NO_NAMES = /^(?:new|own|whole|same|this|that|right|other|know|called|named|titled)$/i

export function isHolder({ text }: Pick<Word, 'text'>): boolean {
  return HOLDERS.test(text)
}

/** "sheet" of "Google sheet", "list": what a text beside it may be the name of. */
export function holderIn({ text }: Word): string | null {
  const last = text.split(' ').at(-1) ?? ''
  return HOLDERS.test(last) ? last : null
}

/** "my Done sheet", "the list posts", "label bug": whether the word stands where a name does, whatever else it means. */
export function standsForName(words: readonly Word[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]]
  if (word?.kind !== 'word' || word.text.includes(' ') || isHolder(word) || word.stems.every(isFiller)) return false
  if (isServiceName(word) || (!word.isName && NO_NAMES.test(word.text))) return false
  const isLast = after === undefined || after.before !== ''
  const isBefore = after?.before === '' && isHolder(after) && !isVerbAt(words, at)
  const isAfter = word.before === '' && before !== undefined && isHolder(before) && (isLast || !isVerbForm(word.text))
  return isBefore || isAfter
}

/** "label the pages": what is done to them. */
function isVerbAt(words: readonly Word[], at: number): boolean {
  const word = words[at]
  return word !== undefined && !word.isName && isVerbForm(word.text) && !isThing(words, at)
}

/** Before a thing. */
export const OWN = /^(?:an?|the|my|our|your|his|her|their)$/i

/** "a report" tells nobody to report; "a message" is what is sent. */
export function isThing(words: readonly Word[], at: number): boolean {
  const last = words[at - 1]?.text ?? ''
  return OWN.test(last) || /^(?:some|new)$/i.test(last)
}

/** "both email me and …": joins what is done. */
export function isBoth(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  return says(words[at], /^both$/i) && next !== undefined && isDeed(next)
}

/** The words, without those with a capital letter that are names: they choose no step. */
export function withoutNames(words: readonly Word[]): (Word | null)[] {
  return words.map((word, at) => (word.isName && standsForName(words, at) ? null : word))
}

export const HOME = stem('home')
const ENTITY = stem('entity')
/** What a thing at home means. */
export const THING = [HOME, 'stat', 'switch']

/** A lamp, a door, a sensor. */
export function isAtHome({ stems }: Word): boolean {
  return stems.includes(HOME) || stems.includes(ENTITY)
}
