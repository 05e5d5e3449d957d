import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { nameStem, type StepMatch } from '../../services/catalog/steps/step-index.ts'
import { isFiller, isLight, turnsSense } from '../../services/catalog/words/fillers.ts'
import { canMean, canMeanThere, isVerb } from '../../services/catalog/words/verb-classes.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { isParticle, isPossessive, isPreposition } from './split-clauses.ts'

const BEFORE_VERB =
  /^(?:and|then|also|plus|please|both|i|want|need|(?:would|i['’]d)(?: \w+)?|you|to|can|could|just|should|it|automatically|have)$/i
/** Verbs with somebody as their object. */
const TELLING = /^(?:tell|text|message|e-?mail|mail|call|notify|remind|ask|alert|warn|dm|let|inform|ping)$/i
const EVERYBODY = /^(?:me|us|myself|everyone|everybody|team|channel|group|room|server|chat|people|them)$/i

/** The verb with which these words begin; null where they name a thing alone. */
export function verbOf(words: readonly Word[]): string | null {
  const first = words.find(({ text }) => !BEFORE_VERB.test(text))
  const verb = first?.text.toLowerCase().split(' ')[0] ?? ''
  return first?.kind === 'word' && isVerb(verb) && !isDone(words, words.indexOf(first)) ? verb : null
}

/** "star on my repo": what somebody does to a thing, which is told with the thing right behind the verb. */
export function isDone(words: readonly Word[], at: number): boolean {
  const isOf = says(words[at + 1], /^(?:on|of|from|by|for)$/i)
  return isOf && says(words[at], /^(?:star|boost)$/i)
}

/**
 * Whether who says these words can mean the action: by the verb, its sense of on or off, and the person who is told.
 * `verb`: that of the deed before, for words without one.
 */
export function meansAction(
  words: readonly Word[],
  verb: string | null,
  { step, used }: Pick<StepMatch, 'step' | 'used'>,
): boolean {
  const said = verbOf(words) ?? laterVerb(words) ?? verb
  if (isOfThings(words, step)) return false
  if (words.some(({ text, kind }, at) => kind === 'word' && (turnsSense(text) || isOtherVerb(words, at)))) return false
  const isNamed = words.some(({ stems }) => stems.includes(nameStem(step.service)))
  if (said !== null && !canMean(said, step.name) && !(isNamed && canMeanThere(said, step.name))) return false
  if (!isNamed && /^e?mail$/.test(said ?? '') && !/mail|digest/i.test(step.name)) return false
  // "turn the heating up".
  if (/^turn/i.test(step.name) && words.some(({ text }) => /^(?:up|down)$/i.test(text))) return false
  return !tellsOthers(words, { step, used }) && !isForOthers(words)
}

/** "the open issues" tells nobody to open one, nor do "the events of today". */
function isOfThings(words: readonly Word[], step: KnownStep): boolean {
  const things = thingsOf(step)
  return words.some(
    ({ text, stems }, at) =>
      /[^s]s$/i.test(text) &&
      stems.some((each) => things.includes(each)) &&
      words.slice(Math.max(1, at - 2), at).some(({ text: before }) => STATES.test(before)),
  )
}

/** Before things that are there. */
const STATES = /^(?:the|open|closed?|new|merged|assigned|done|finished)$/i

/** "… leave the light on": a verb behind other words, before its object. */
function laterVerb(words: readonly Word[]): string | null {
  const at = words.findIndex(
    ({ text, kind }, index) => kind === 'word' && isVerb(text) && says(words[index + 1], OBJECTS),
  )
  return words[at]?.text.toLowerCase() ?? null
}

const OBJECTS = /^(?:the|a|an|my|our|it|me|us|them|all|everything)$/i

/** "send me …": nothing is made or published for oneself. */
export function isForOneself(words: readonly Word[], verb: string | null): boolean {
  const at = words.findIndex(({ text }) => text.toLowerCase() === verb)
  return at >= 0 && says(words[at + 1], /^(?:me|us)$/i)
}

/** "turn down", "back up": not what the verb means alone. */
function isOtherVerb(words: readonly Word[], at: number): boolean {
  const [word, particle, next] = words.slice(at)
  const isOnOrOff = [particle, next].some((each) => says(each, /^(?:on|off|out)$/i))
  return word !== undefined && isVerb(word.text) && isParticle(particle) && !isOnOrOff
}

/** "email my boss": somebody whom no step tells. */
function tellsOthers(words: readonly Word[], { step, used }: Pick<StepMatch, 'step' | 'used'>): boolean {
  const at = words.findIndex(({ text }) => TELLING.test(text))
  if (at < 0) return false
  const next = words.findIndex((word, index) => index > at && !isPossessive(word) && !leadsToOther(words, index))
  const told = words[next]
  if (!told || told.kind !== 'word') return told?.kind === 'email' && !step.fields.some(({ slug }) => slug === 'to')
  // "warn the events team on Slack": who is there.
  const isGroup = words.some(({ stems }) => stems.includes(nameStem(step.service)))
  return (
    (!used.has(next) || says(words[next - 1], MANY)) &&
    !words.slice(next, next + (isGroup ? 2 : 1)).some(({ text }) => EVERYBODY.test(text)) &&
    !told.stems.every(isLight)
  )
}

const MANY = /^(?:every|each|all)$/i

/** "to" of "to my boss" and of "to Ann", but not of "email to sheet". */
function leadsToOther(words: readonly Word[], at: number): boolean {
  const [word, next] = words.slice(at)
  const isOther = next && (next.isName || next.kind === 'email' || isPossessive(next) || MANY.test(next.text))
  return says(word, MANY) || (isOther === true && says(word, /^to$/i))
}

/** "email them a welcome", but not "mail them to me". */
function isForOthers(words: readonly Word[]): boolean {
  return words.some(
    ({ text }, at) => /^them$/i.test(text) && says(words[at - 1], TELLING) && !isPreposition(words[at + 1]),
  )
}

/** Said of what any service sends. */
const ANY_THING = new Set(
  'message notification photo something request service text direct emergency channel database daily web gmail link'
    .split(' ')
    .map(stem),
)

/** Stems of what an action is about, such as the card of "Create a card". */
export function thingsOf({ name }: KnownStep): string[] {
  const [, ...others] = name.toLowerCase().split(' ')
  // "Update or create a record".
  const nouns = others.filter((_, at) => !/^an?$/.test(others[at + 1] ?? '')).map(stem)
  return nouns.filter((each) => !isFiller(each) && !ANY_THING.has(each))
}
