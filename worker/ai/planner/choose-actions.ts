import {
  callsAddress,
  matchSteps,
  NOTIFYING,
  type Preference,
  type StepIndex,
  type StepMatch,
} from '../../services/catalog/steps/step-index.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import { isDeed, isFiller, isGeneral } from '../../services/catalog/words/fillers.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { canMean, changesThing, isVerb } from '../../services/catalog/words/verb-classes.ts'
import { withoutNames } from '../steps/name-places.ts'
import { isInPlace, isPlaceText } from '../steps/said-places.ts'
import { isForOneself, meansAction, thingsOf, verbOf } from './means-action.ts'
import { isMeant, isOfMany, namesService, needsAccount } from './asked-action.ts'
import { namesOtherService } from './other-service.ts'
import { beginsDeed, isParticle } from './split-clauses.ts'

/** One of the things that an Applet is to do: its words, and the action for it; null where no service has one. */
export type ChosenDeed = { words: Word[]; match: StepMatch | null }

const LEAST_SCORE = 5
/** The score of a call of an address. */
const BY_ADDRESS = 8
/** Before the name of a service that does something. */
const DEED_PLACES = /^(?:on|via|through|using|with|to)$/i
/** The worth that a further deed must have. */
const COST = 4

/**
 * How many commas and joints one deed may have in it; so a long sentence takes no longer for each word than a short
 * one.
 */
const MOST_PARTS = 4

/** `near`: the service of what starts the Applet; what is done to a thing is done there. */
type Given = { preference: Preference; near: KnownStep['service'] | null }

/** Parts the words into deeds and finds the action for each. Parting costs, so that "name and address" stays one. */
export function chooseActions(index: StepIndex, words: readonly Word[], given: Given): ChosenDeed[] {
  const places = words.flatMap((_, at) => (at > 0 && beginsDeed(words, at) && !isPartOfText(words, at) ? [at] : []))
  // The best deeds up to each place.
  const best = new Map<number, ChosenDeed[]>([[0, []]])
  for (const to of [...places, words.length]) {
    const ways = [...best].slice(-MOST_PARTS).flatMap(([from, before]) => {
      const deeds = deedsOf(index, words.slice(from, to), { ...given, verb: lastVerb(before) })
      return deeds ? [[...before, ...deeds]] : []
    })
    const [first] = ways.toSorted((left, right) => worth(right) - worth(left))
    if (first) best.set(to, first)
  }
  return withoutStates(best.get(words.length) ?? [])
}

/** "the light is off, turn it on": a state tells nobody to do anything beside what does. */
function withoutStates(deeds: ChosenDeed[]): ChosenDeed[] {
  const isOrder = deeds.some(({ words }) => verbOf(words) !== null)
  return deeds.map((deed) => (isOrder && saysState(deed.words) ? { ...deed, match: null } : deed))
}

function saysState(words: readonly Word[]): boolean {
  return verbOf(words) === null && words.some((word) => says(word, /^(?:is|are)$/i))
}

/** "post "new" and its link", "the subject "new" and body "hi"": it goes where the text does. */
function isPartOfText(words: readonly Word[], at: number): boolean {
  const [first] = words.slice(at).filter(({ text }) => !JOINTS.test(text))
  const isAfterText = words.slice(0, at).findLast((word) => !JOINTS.test(word.text))?.kind === 'quoted'
  const [noun] = words.slice(at).filter(({ text }) => !JOINTS.test(text) && !/^(?:an?|the)$/i.test(text))
  const isMore = first?.kind === 'quoted' || says(first, /^the$/i)
  const isIts = says(first, /^(?:its|their)$/i) || (isAfterText && isMore)
  // "the subject and body of a mail", "the title and a link".
  return isIts || says(noun, SHOWN)
}

/** What a message shows of a thing. */
export const SHOWN = /^(?:title|links?|urls?|body|contents?|subject|author|description|address)$/i

const JOINTS = /^(?:and|plus|also)$/i

function worth(deeds: readonly ChosenDeed[]): number {
  return deeds.reduce((sum, deed, at) => sum + worthOf(deed, deeds.slice(0, at)), 0)
}

/** A further deed costs, and so does a part without a deed. */
function worthOf({ match, words }: ChosenDeed, before: readonly ChosenDeed[]): number {
  if (!match) return isTold(words) ? 0.5 : -COST
  // "post "Hi" and a picture on Mastodon" posts nothing elsewhere.
  const last = before.at(-1)
  if (verbOf(words) === null && last?.match && !isMeant(last.words, last.match.step, null)) return -2 * COST
  return match.score - COST
}

/** "post it to Mastodon and Discord": the second one has no verb of its own. */
function lastVerb(deeds: readonly ChosenDeed[]): Word[] {
  const words = deeds.findLast((deed) => verbOf(deed.words) !== null)?.words ?? []
  const verb = verbOf(words)
  const at = words.findIndex(({ text }) => verb !== null && text.toLowerCase().startsWith(verb))
  // "toot" names a service, which the next deed is not of.
  return words
    .slice(at, isParticle(words[at + 1]) ? at + 2 : at + 1)
    .map((word) => ({ ...word, stems: word.stems.filter((each) => !each.startsWith('#')) }))
}

/** Whether somebody is told to do something, even if no service can. */
function isTold(words: readonly Word[]): boolean {
  const first = words.find(({ text }) => !/^(?:and|then|also|plus|please)$/i.test(text))
  return first !== undefined && isDeed(first)
}

/** Whether the words first name what another action of the service is about: a comment on a card, no card. */
function isOfOtherThing(words: readonly Word[], { step }: StepMatch, { steps }: StepIndex): boolean {
  const actions = steps.filter(({ step: other }) => other.kind === 'action' && other.service === step.service)
  const things = new Set(actions.flatMap((other) => thingsOf(other.step)))
  const own = step.name.toLowerCase().split(' ').map(stem)
  const verb = verbOf(words)
  const first = words.find(({ stems, text }) => text.toLowerCase() !== verb && stems.some((each) => things.has(each)))
  return first !== undefined && !first.stems.some((each) => own.includes(each))
}

/** "post "hello" there" boosts no post. */
function takesLinkAlone({ fields }: KnownStep): boolean {
  return fields.length > 0 && fields.every(({ type }) => type === 'url')
}

/** "append it" says not to what, nor at which service. */
function isAdding({ name }: KnownStep): boolean {
  return /^(?:add|append|create|open)\b/i.test(name) && !changesThing(name)
}

/** "purge the database": a verb that nobody knows, before what it is done to. */
function beginsUnknown(words: readonly Word[], { used }: StepMatch): boolean {
  const at = words.findIndex(({ text }) => !/^(?:and|then|also|plus|please|just|to)$/i.test(text))
  const [verb, thing] = words.slice(Math.max(0, at))
  return (
    verb?.kind === 'word' &&
    thing?.before === '' &&
    /^(?:the|an?|my|our|these|those)$/i.test(thing.text) &&
    !(used.has(at) || isDeed(verb) || verb.stems.every(isFiller))
  )
}

/** "in our channel" alone says where something happens. */
const PLACES = /^(?:in|on|at|of|for|from|with|by|about|the|my|our|its)$/i

const TARGETS = /^(?:to|at|url|address|webhook|request)$/i

/** "call https://…", "post it to https://…": what calls an address. */
function callOf(index: StepIndex, words: readonly Word[]): StepMatch | null {
  const address = words.findIndex(({ kind }) => kind === 'address')
  const verb = verbOf(words)
  const found = index.steps.find(({ step }) => callsAddress(step))
  if (address < 0 || verb === null || !found || !canMean(verb, found.step.name)) return null
  const before = words[address - 1]
  const isTarget = says(before, TARGETS) || verbOf(words.slice(address - 1)) !== null
  return isTarget ? { step: found.step, score: BY_ADDRESS, isStrong: true, used: new Set([0, address]) } : null
}

/** "switch it on and switch it off": no verb is lost. */
function isNextDeed(words: readonly Word[], at: number): boolean {
  const before = words.slice(0, at)
  return beginsDeed(words, at) && (verbOf(before) !== null || saysState(before)) && verbOf(words.slice(at)) !== null
}

/** None for words that say nothing; null where these words cannot be one deed. */
function deedsOf(
  index: StepIndex,
  words: readonly Word[],
  { preference, near, verb }: Given & { verb: readonly Word[] },
): ChosenDeed[] | null {
  if (words.some(({ before }, at) => at > 0 && (before === '.' || before === '->' || isNextDeed(words, at))))
    return null
  // "send me", of what happens or is looked up.
  const isTelling = near !== null && isForOneself(words, verbOf(words))
  if (words.every(({ stems, kind }) => kind === 'word' && stems.every(isFiller))) return []
  // "new email?" happens.
  if (says(words[0], /^new$/i)) return [{ words: [...words], match: null }]
  const all = (verbOf(words) === null ? [...words, ...verb] : words).map((word) =>
    isTelling && isVerb(word.text) ? { ...word, stems: [...word.stems, NOTIFYING] } : word,
  )
  const isTextSaid = words.some(({ kind }) => kind === 'quoted')
  const matches = isOfMany(words)
    ? []
    : matchSteps(index, withoutNames(all), { kind: 'action', preference }).filter(
        (each) =>
          each.isStrong &&
          (isMeant(all, each.step, near) || (needsAccount(each.step) && preference(each.step) >= 1)) &&
          [...each.used].some(
            (at) => at < words.length && all[at]?.kind !== 'address' && all[at]?.stems.some((one) => !isGeneral(one)),
          ) &&
          !namesOtherService(all, each.step, DEED_PLACES) &&
          !(isTextSaid && takesLinkAlone(each.step)) &&
          !(isAdding(each.step) && [...each.used].every((at) => all[at]?.text.toLowerCase() === verbOf(all))) &&
          (!changesThing(each.step.name) || each.step.service === near || namesService(words, each.step)) &&
          meansAction(words, verb[0]?.text ?? null, each),
      )
  // "write "hi" into my page "Journal"".
  const takesPlaces = ({ step }: StepMatch) =>
    words.every(({ kind }, at) => kind !== 'quoted' || !isInPlace(words, at) || isPlaceText(words, at, step.fields))
  const found = matches.filter((each) => !isOfOtherThing(all, each, index))
  const best = found.find(takesPlaces) ?? found[0]
  const call = callOf(index, words)
  const likely = call ?? (best && best.score >= LEAST_SCORE ? best : null)
  const match = likely && beginsUnknown(words, likely) ? null : likely
  const begun = words[0]?.text ?? ''
  const isPlace = verb.length === 0 && !words.some(isDeed) && PLACES.test(begun)
  if (/^(?:that|which|who)$/i.test(begun)) return [{ words: [...words], match: null }]
  return [{ words: [...words], match: isPlace ? null : match }]
}
