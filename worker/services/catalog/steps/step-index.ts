import { correctWord } from '../words/correct-word.ts'
import { readMeanings, type Meaning } from '../words/word-meanings.ts'
import type { Vocabulary, Word } from '../words/read-words.ts'
import { VERBS } from '../words/verb-classes.ts'
import { stem } from '../words/stem.ts'
import { isFiller, isGeneral, isLight } from '../words/fillers.ts'
import { OTHER_SERVICE, OTHER_SERVICES } from '../words/other-services.ts'
import { shortName } from '../../format/service-definition.ts'
import type { KnownStep } from './known-step.ts'

/** The weight of a word in each part of a step's texts; a service's own name counts `BY_NAME`. */
const WEIGHTS = { name: 3, service: 3, keyword: 2, description: 1, field: 0.5 } as const
const BY_NAME = 16

/** `strong`: stems by which alone a step may be chosen. */
type IndexedStep = {
  step: KnownStep
  weights: ReadonlyMap<string, number>
  names: readonly string[]
  strong: ReadonlySet<string>
}

/** A catalog as the words of sentences find it. */
export type StepIndex = {
  steps: readonly IndexedStep[]
  vocabulary: Vocabulary
  /** How much a stem says: the rarer it is among steps, the more. */
  weightOf(stem: string): number
}

export function indexSteps(steps: readonly KnownStep[]): StepIndex {
  const texts = steps.map((step) => ({ step, parts: partsOf(step) }))
  const counts = new Map<string, number>()
  for (const { parts } of texts)
    for (const each of new Set([...parts.name, ...parts.service, ...parts.keyword, ...parts.description]))
      counts.set(each, (counts.get(each) ?? 0) + 1)
  const rarest = Math.log(steps.length + 1)
  const weightOf = (each: string) => rarest - Math.log(counts.get(each) ?? 1) + 0.3
  const meanings = readMeanings(stemsOf)
  const others = OTHER_SERVICES.map((name): [string, string] => [name, OTHER_SERVICE])
  const names = new Map([...others, ...steps.flatMap(({ service }) => namesOf(service))])
  const known = knownWords(steps, meanings, names)
  const stems = new Set([...known].map(stem))
  // A form is not "from".
  const correct = new Set([...known].filter((word) => word !== 'from'))
  const own = new Set([...names].flatMap(([name, each]) => (each === OTHER_SERVICE ? [] : [name])))
  return {
    steps: texts.map(({ step, parts }) => indexed(step, parts, weightOf)),
    weightOf,
    vocabulary: {
      meanings,
      names,
      things: thingsOf(steps),
      correct: (word) =>
        stems.has(stem(word)) || isLight(stem(word)) ? null : correctWord(word, { known: correct, names: own }),
    },
  }
}

function thingsOf(steps: readonly KnownStep[]): ReadonlySet<string> {
  const telling = steps.filter(({ kind }) => kind !== 'action')
  const texts = telling.flatMap(({ name, ingredients }) => [name, ...ingredients.map(({ slug }) => slug)])
  const stems = texts.flatMap((text) => (text.match(/\p{Lu}?\p{Ll}+/gu) ?? []).map((each) => stem(each.toLowerCase())))
  return new Set(content(stems).filter((each) => !isGeneral(each)))
}

type Parts = Record<keyof typeof WEIGHTS, string[]>

/** Lists the stems of a step's own name, and of its service's where that is a name alone. */
export function stemsOfName(step: KnownStep): string[] {
  return [...partsOf(step).name, nameStem(step.service)]
}

/** Lists the stems of a step's own name, and of its service's. */
export function ownStemsOf(step: KnownStep): string[] {
  return [...stemsOfName(step), ...partsOf(step).service]
}

/** Lists the stems of what a service is about. */
export function stemsOfKeywords(step: KnownStep): string[] {
  return partsOf(step).keyword
}

const ADDRESS = 'address'

function partsOf({ slug, name, description, fields, service }: KnownStep): Parts {
  const own = isOwnName(service) ? [] : stemsOf(`${service.name} ${shortName(service)}`)
  return {
    name: content(stemsOf(`${name} ${slug.replaceAll('_', ' ')}`)),
    service: content(own),
    keyword: content((service.keywords ?? []).flatMap(stemsOf)),
    description: content(stemsOf(description)),
    // An address that is said fits any field for one, however the field is called.
    field: content(fields.flatMap(({ label, type }) => [...stemsOf(label), ...(type === 'url' ? [ADDRESS] : [])])),
  }
}

function indexed(step: KnownStep, parts: Parts, weightOf: (stem: string) => number): IndexedStep {
  const weights = new Map<string, number>()
  for (const part of ['field', 'description', 'keyword', 'service', 'name'] as const)
    for (const each of parts[part]) weights.set(each, Math.max(weights.get(each) ?? 0, WEIGHTS[part] * weightOf(each)))
  const name = nameStem(step.service)
  if (isOwnName(step.service)) weights.set(name, BY_NAME)
  const strong = new Set([...parts.name, ...parts.service, ...parts.keyword, name].filter((each) => !isGeneral(each)))
  return { step, weights, names: [...new Set(parts.name)], strong }
}

/** Such as GitHub: not a word of the language, so that it means the service wherever it stands. */
function isOwnName({ connect }: KnownStep['service']): boolean {
  return connect.kind !== 'none'
}

/** Stands for a service's name. */
export function nameStem({ id }: KnownStep['service']): string {
  return `#${id}`
}

/** A name of several words is said in the singular too: "a Google Sheet", "a Google spreadsheet". */
function namesOf(service: KnownStep['service']): [string, string][] {
  if (!isOwnName(service)) return []
  const { name, id } = service
  const names = [name, shortName(service), id.replaceAll('_', ' ')].map((each) => each.toLowerCase())
  const singular = names.filter((each) => each.includes(' ')).map((each) => each.replace(/s$/, ''))
  const spelled = [...names, ...singular].flatMap((each) => [each, each.replace(/ sheet/, ' spreadsheet')])
  return spelled.map((each) => [each, nameStem(service)])
}

/** Words that begin an event or a rhythm. */
const STARTS = ['when', 'whenever', 'every', 'everytime']

/** Spelled rightly: what the catalog says, and what it understands. */
function knownWords(
  steps: readonly KnownStep[],
  meanings: readonly Meaning[],
  names: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const texts = steps.flatMap(({ name, description, service }) => [name, description, ...(service.keywords ?? [])])
  const said = meanings.flatMap((meaning) => meaning.words)
  return new Set([...texts.flatMap(plainWords), ...said, ...names.keys(), ...VERBS, ...STARTS])
}

function plainWords(text: string): string[] {
  return text.toLowerCase().match(/#?\p{L}+/gu) ?? []
}

function stemsOf(text: string): string[] {
  return plainWords(text).map(stem)
}

function content(stems: readonly string[]): string[] {
  return stems.filter((each) => !isFiller(each))
}

/** Whether a step tells of what falls below, or rises above, a number. */
export function goesWay({ name, description }: KnownStep, way: string): boolean {
  return `${name} ${description}`.toLowerCase().split(/\W/).map(stem).includes(way)
}

/** The same catalog with only these steps. */
export function withSteps(index: StepIndex, steps: ReadonlySet<KnownStep>): StepIndex {
  return { ...index, steps: index.steps.filter(({ step }) => steps.has(step)) }
}

/** What "send me" asks for where it names no way to send. */
export const NOTIFYING = stem('notification')

/** The same catalog with only those steps that some of these words could mean. */
export function narrowIndex(index: StepIndex, words: readonly Word[]): StepIndex {
  const said = new Set([NOTIFYING, ...words.flatMap(({ stems }) => stems)])
  const isCalled = words.some(({ kind }) => kind === 'address')
  const steps = index.steps.filter(
    ({ step, strong }) => (isCalled && callsAddress(step)) || [...strong].some((each) => said.has(each)),
  )
  return { ...index, steps }
}

/** Whether an action calls an address in a way that its user chooses. */
export function callsAddress({ kind, fields }: KnownStep): boolean {
  return kind === 'action' && fields.some(({ slug }) => slug === 'method')
}

/**
 * How well a step fits some words; `isStrong`: by more than its description. `used`: the indexes of the words that it
 * explains.
 */
export type StepMatch = { step: KnownStep; score: number; isStrong: boolean; used: ReadonlySet<number> }

/** The worth of a step besides words, such as for a connected account. */
export type Preference = (step: KnownStep) => number

/** Of two steps that do the same, that of a service is meant which is connected or needs no account, then the more popular one. */
export function preferenceOf(connected: ReadonlySet<string>): Preference {
  return ({ service }) => (service.popularity ?? 0) / 1000 + (connected.has(service.id) || !isOwnName(service) ? 1 : 0)
}

/** The steps of a kind that fit these words, best first. */
export function matchSteps(
  index: StepIndex,
  words: readonly (Word | null)[],
  { kind, preference }: { kind: KnownStep['kind']; preference: Preference },
): StepMatch[] {
  return index.steps
    .filter(({ step }) => step.kind === kind)
    .map((each) => matchStep(index, each, words, preference))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
}

function matchStep(
  { weightOf }: StepIndex,
  { step, weights, names, strong }: IndexedStep,
  words: readonly (Word | null)[],
  preference: Preference,
): StepMatch {
  const found = new Set<string>()
  const used = new Set<number>()
  let score = 0
  for (const [at, word] of words.entries()) {
    for (const each of word?.stems ?? []) {
      const weight = weights.get(each)
      if (weight === undefined) continue
      used.add(at)
      if (!found.has(each)) score += weight
      found.add(each)
    }
  }
  if (score === 0) return { step, score, isStrong: false, used }
  // Words of the step's name that the sentence lacks count against it.
  for (const each of names) if (!found.has(each)) score -= 0.4 * weightOf(each)
  return { step, score: score + preference(step), isStrong: [...found].some((each) => strong.has(each)), used }
}
