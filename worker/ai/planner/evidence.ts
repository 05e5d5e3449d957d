import { HOME, isHolder, standsForName } from '../steps/name-places.ts'
import { unusedIn, type Clause } from '../steps/name-unused.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { ownStemsOf, stemsOfKeywords, stemsOfName, type StepIndex } from '../../services/catalog/steps/step-index.ts'
import { isDeed, isFiller, isLight } from '../../services/catalog/words/fillers.ts'
import { DIRECTIONS, says, type Word } from '../../services/catalog/words/read-words.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { isVerbForm } from '../../services/catalog/words/verb-classes.ts'
import { SLIGHT } from './can-happen.ts'
import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { ATTRIBUTE } from './take-conditions.ts'

/**
 * Whether a clause says something else than its steps, by a word that none of them has: a token or number, a verb, another
 * thing or service, or the way of a comparison. `drafted`: all steps of the draft.
 */
export function saysOther(clause: Clause, whole: StepIndex, drafted: readonly KnownStep[]): boolean {
  const { words, steps } = clause
  const unused = new Set(unusedIn(clause, whole).flat())
  const others = new Set(
    whole.steps.flatMap(({ step }) =>
      drafted.some(({ service }) => service === step.service) || step.service.id === 'schedule' ? [] : ownStemsOf(step),
    ),
  )
  const event = drafted.find(({ kind, id }) => kind === 'trigger' && steps.some((step) => step.id === id))
  // Of what falls below a number, and of what is done, there is more than any step tells.
  const isVague =
    event !== undefined &&
    (steps.some(({ fields }) => Object.values(fields).some((value) => MEASURE.test(value))) ||
      !words.some((word) => !unused.has(word) && isThingOf(event, word)))
  const isOther = (word: Word, at: number) => {
    // "with priority 5" limits an event.
    if (word.kind === 'number' && says(words[at - 1], ATTRIBUTE)) return true
    // What is one token says which one it is.
    if (word.kind !== 'word') return event !== undefined
    if (isVague && !word.isName && !word.stems.every(isLight) && !isVerbForm(word.text)) return true
    if (standsForName(words, at)) return false
    // "a card is added, brew "it"": what is done with a text.
    if (event && words[at + 1]?.kind === 'quoted' && !word.stems.every(isLight)) return true
    // A channel may be anywhere, a spreadsheet not.
    if (isHolder(word)) return word.stems.includes('row') && others.has('row')
    // One of two is not both.
    if (isOr(word))
      return (
        clause.conditions.length === 0 &&
        !unused.has(words.slice(at).find(({ stems }) => !stems.every(isFiller)) ?? word)
      )
    if (word.stems.some((each) => DIRECTIONS.includes(each))) return true
    if (drafted.some((step) => stemsOfName(step).some((each) => word.stems.includes(each)))) return false
    if (word.isName || word.stems.every((each) => isLight(each) || SLIGHT.has(each))) return false
    if (isVerbForm(word.text)) return tellsDeed(words, at)
    return word.stems.some((each) => each === HOME || others.has(each))
  }
  return (
    isOtherNewThing(words, unused) || words.some((word, at) => (unused.has(word) || isOr(word)) && isOther(word, at))
  )
}

/** Whether a word names what the step tells of, and not only what happens to it, as in "Task completed". */
function isThingOf(step: KnownStep, { stems }: Word): boolean {
  const happens = (step.name.toLowerCase().match(/\w+ed\b/g) ?? []).map(stem)
  const own = [...ownStemsOf(step), ...stemsOfKeywords(step)].filter((each) => !happens.includes(each))
  return stems.some((each) => own.includes(each))
}

/** "a new subscriber": the thing that is new is none of the step's. */
function isOtherNewThing(words: readonly Word[], unused: ReadonlySet<Word>): boolean {
  const begin = words.findIndex(({ text }) => /^new$/i.test(text)) + 1
  const isNoun = (word: Word) => word.kind === 'word' && !word.stems.every(isFiller) && !isVerbForm(word.text)
  const end = words.findIndex((word, at) => at >= begin && !(isServiceName(word) || isNoun(word)))
  const thing = words[(end < 0 ? words.length : end) - 1]
  return begin > 0 && thing !== undefined && unused.has(thing) && end !== begin
}

/** "closes", "skip", but not the "updates" of "send updates". */
function tellsDeed(words: readonly Word[], at: number): boolean {
  const [last, word] = [words[at - 1], words[at]]
  const isNoun = says(word, /s$/i) && (!last || isDeed(last) || last.stems.every(isLight))
  return word !== undefined && !isNoun && isVerbForm(word.text)
}

const MEASURE = /^-?\d+(?:\.\d+)?$/

const isOr = ({ text }: Word) => /^or$/i.test(text)
