import {
  matchSteps,
  nameStem,
  ownStemsOf,
  stemsOfKeywords,
  type Preference,
  type StepIndex,
  type StepMatch,
} from '../../services/catalog/steps/step-index.ts'
import { isDeed, isFiller, isLight } from '../../services/catalog/words/fillers.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { stemsOfIngredient, stemsOfNames } from '../steps/ingredient-name.ts'
import { standsForName } from '../steps/name-places.ts'
import { isDone } from './means-action.ts'
import { canHappen, isOfOtherThing, saysAll } from './can-happen.ts'
import { namesOtherService } from './other-service.ts'
import { isServiceName } from '../../services/catalog/words/other-services.ts'
import { startLength } from './split-clauses.ts'
import { tellsNobody } from './take-conditions.ts'

/** What is sought: what starts an Applet, or what it looks up first. */
export type SoughtStep = { kind: 'trigger' | 'query'; preference: Preference }

/** A step must explain so much of what its words say. */
const LEAST_PART = { told: 0.4, untold: 0.6 }
/** Before the name of a service at which something happens. */
const EVENT_PLACES = /^(?:on|via|using)$/i
const EVENT_PLACES_IN = /^(?:on|via|using|in|at)$/i
const LEAST_SCORE = { trigger: 4.5, query: 6 } as const

/** The likeliest trigger or query that these words say by themselves; null where none says them. */
export function bestStep(
  index: StepIndex,
  event: readonly Word[],
  { kind, preference, isTold, isAhead }: SoughtStep & Record<'isTold' | 'isAhead', boolean>,
): StepMatch | null {
  const best = matchSteps(index, event, { kind, preference }).find(
    (each) =>
      each.isStrong &&
      !namesOtherService(event, each.step, takesPlace(each) ? EVENT_PLACES : EVENT_PLACES_IN) &&
      !(isByOther(event) && /^you /i.test(each.step.name)) &&
      (kind === 'trigger' || isExplained(event, each.step)) &&
      (!isAhead || each.step.fields.some(({ slug }) => slug === 'before')) &&
      (kind === 'query' ||
        (canHappen(event, each) &&
          (isAhead || saysAll(event, each)) &&
          (!takesLimit(each.step) || saysMeasure(event, each.step)))) &&
      each.step.service.id !== CLOCK,
  )
  if (!best || best.score < LEAST_SCORE[kind === 'query' && saysIngredients(event, best.step) ? 'trigger' : kind])
    return null
  if (kind === 'trigger' && isTold && isOfAnything(best.step) && !isAbout(event, best)) return null
  if (kind === 'query' ? best.step.fields.some(({ slug }) => slug === 'url') : isOfOtherThing(event, best)) return null
  // "send a message on Zulip" looks up no messages.
  const isLookup = event.some((word, at) => best.used.has(at) && !isDeed(word) && !isServiceName(word))
  const isSaid = event.some(
    (word, at) =>
      best.used.has(at) && (isTold || tellsNobody(event, at) || !DOING.test(word.text)) && !isServiceName(word),
  )
  if (kind === 'query' ? !isLookup : !isSaid) return null
  return explainedPart(index, event, best) >= LEAST_PART[isTold ? 'told' : 'untold'] ? best : null
}

/** Services without a name, of whose things the language has many more: a freezer gets warm too. */
function isOfAnything({ service }: KnownStep): boolean {
  return service.connect.kind === 'none'
}

/** Whether a word says what the step tells of. */
function isAbout(event: readonly Word[], { step }: StepMatch): boolean {
  const named = new Set([...ownStemsOf(step), ...stemsOfKeywords(step)])
  return event.some(({ stems, text }) => !COMING.test(text) && stems.some((each) => named.has(each)))
}

/** A phrase that says what happens, to whatever it is: "when I come back" tells of no site. */
const COMING = /^(?:is|are|am|comes?|came) /i

/** "closed issues", "yesterday's events": whether the step looks up just this, and not what is open or today's. */
function isExplained(event: readonly Word[], step: KnownStep): boolean {
  return hasAll(event, [...ownStemsOf(step), ...stemsOfKeywords(step)]) || saysIngredients(event, step)
}

/** "the wind speed" is all of what is looked up; "due tasks" are some. */
function saysIngredients(event: readonly Word[], step: KnownStep): boolean {
  return hasAll(
    event,
    step.ingredients.flatMap((each) => [...stemsOfNames(each), ...stemsOfIngredient(each.slug)]),
  )
}

function hasAll(event: readonly Word[], own: readonly string[]): boolean {
  return event.every(
    (word) =>
      word.kind !== 'word' || word.isName || word.stems.every(isLight) || word.stems.some((each) => own.includes(each)),
  )
}

/** Its triggers are rhythms, which are read whole or not at all. */
const CLOCK = 'schedule'

/** "the moon rises" says no number that it rises above, and the dollar is nothing that a home measures. */
function saysMeasure(event: readonly Word[], step: KnownStep): boolean {
  const own = new Set([...stemsOfKeywords(step), nameStem(step.service)])
  return event.some(({ kind }) => kind === 'number') && event.some(({ stems }) => stems.some((each) => own.has(each)))
}

function takesLimit({ fields }: KnownStep): boolean {
  return fields.some(({ slug }) => slug === 'limit')
}

function takesPlace({ step }: StepMatch): boolean {
  return step.fields.some(({ type }) => type === 'location')
}

const DOING = /^(?:post|send|share|message|notify|email|mail|tweet|tell|let|ping|alert|warn|remind|buzz|text)\b/i

/** "when somebody stars", "my repo gets a star", "a star on my repo": not what you do yourself. */
function isByOther(event: readonly Word[]): boolean {
  const got = event.findIndex((_, at) => isDone(event, at))
  if (event.some(({ text }, at) => /^stars?$/i.test(text) && says(event[at - 1], /^(?:an?|new)$/i))) return true
  const isOwn = got === 0 ? !isDone(event, 0) : says(event[got - 1], /^(?:i|we)$/i)
  if (got >= 0 && !isOwn) return true
  return /^(?:some|any)(?:body|one)$/i.test(event[startLength(event, 0)]?.text.split(' ')[0] ?? '')
}

/** How much of what these words say the step has. Numbers, quoted texts and names of places say nothing of it. */
function explainedPart({ weightOf }: StepIndex, words: readonly Word[], { used }: StepMatch): number {
  let [all, explained] = [0, 0]
  for (const [at, word] of words.entries()) {
    const own = word.stems.find((each) => !isFiller(each))
    if (own === undefined || word.kind === 'address') continue
    if (!used.has(at) && (word.kind === 'email' || word.stems.every(isLight))) continue
    const last = words[at - 1]
    const isOfName = last?.isName === true || says(last, /^(?:in|for|from|by|or)$/i)
    if ((word.isName && isOfName) || standsForName(words, at)) continue
    // A phrase says all that it means.
    const said = word.text.includes(' ') ? word.stems.filter((each) => !isFiller(each)) : [own]
    const weight = said.reduce((sum, each) => sum + weightOf(each), 0)
    all += weight
    if (used.has(at)) explained += weight
  }
  return all === 0 ? 0 : explained / all
}
