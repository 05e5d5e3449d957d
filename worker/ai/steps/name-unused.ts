import { stem } from '../../services/catalog/words/stem.ts'
import { readSchedule } from '../../services/catalog/words/read-schedule.ts'
import { DIRECTIONS, readWords, says, textOf, type Word } from '../../services/catalog/words/read-words.ts'
import { isDeed, isFiller, isLight, turnsSense } from '../../services/catalog/words/fillers.ts'
import { appears, canMean, canMeanThere, isVerbForm, namesDeed } from '../../services/catalog/words/verb-classes.ts'
import {
  goesWay,
  nameStem,
  ownStemsOf,
  stemsOfKeywords,
  stemsOfName,
  type StepIndex,
} from '../../services/catalog/steps/step-index.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import { readLimits, writeLimits } from '../sentence/read-limits.ts'
import { markTexts } from '../sentence/said-texts.ts'
import { hasLimit } from './has-limit.ts'
import { ingredientInText, ingredientName, PLACEHOLDER, stemsOfIngredient, stemsOfNames } from './ingredient-name.ts'
import { HOME, isBoth, isHolder, isThing, standsForName } from './name-places.ts'
import type { Proposal, ProposedStep } from './proposal.ts'

/** Said with a number. */
const MEASURES = /^(?:degrees?|percent|celsius|c)$/
/** Verbs of a lookup. */
const LOOKING = /^(?:check|fetch|find|look|read|get)/
/** What a lookup gives. */
const ANSWER = /^(?:answer|content|data|json|output|response|result)s?$/
/** Places at a service that a step of it needs anyway. */
const PLACES = new Set(
  'account app blog board bot calendar channel chat everybody group inbox profile project room server site space team timeline workspace'
    .split(' ')
    .map(stem),
)

/** A part of a sentence, and what it became. `about`: steps whose things it may name, since it shows their ingredients. */
export type Clause = {
  words: readonly Word[]
  steps: readonly ProposedStep[]
  about: readonly KnownStep[]
  conditions: NonNullable<Proposal['conditions']>['conditions']
}

/**
 * The parts of a clause that stand for nothing, in their own words: each content word has to be one of the steps' names or
 * of what their fields and the conditions hold. Function words alone are no part. `index`: with these steps.
 */
export function unusedIn(clause: Clause, index: StepIndex): Word[][] {
  const { words } = clause
  const used = usedBy(clause, index)
  const unused = words.map(
    (word, at) => !isBeforeAddress(words, at, used) && (!isUsed(word, at, words, used) || isNamePart(words, at, used)),
  )
  // "3 days" is one thing, "acme/web-site" too.
  const left = unused.map(
    (is, at) =>
      is ||
      (unused[at - 1] === true && (isKind(words, at, used) || endsPart(words, at, used))) ||
      (unused[at + 1] === true && words[at + 1]?.joint !== ' '),
  )
  return partsLeft(words, left, used)
}

/** As `unusedIn`, of words that all ask for these steps, without what the proposal names already. */
export function nameUnused(said: string, proposal: Proposal, index: StepIndex): string[] {
  const { text, restore } = markTexts(said, index.vocabulary)
  const { trigger, queries, actions, conditions, unmet } = proposal
  const limited = writeLimits(
    readLimits(text),
    (limit) => unmet.includes(limit.text.trim()) || hasLimit(limit, proposal),
  )
  const schedule = trigger?.id.startsWith('schedule/triggers/') ? readSchedule(limited) : null
  const words = readWords(schedule?.rest ?? limited, index.vocabulary, restore)
  const steps = [...(trigger ? [trigger] : []), ...queries, ...actions]
  const named = new Set(unmet.flatMap((part) => readWords(part, index.vocabulary)).map((word) => word.text))
  const clause = { words, steps, about: [], conditions: conditions?.conditions ?? [] }
  return unusedIn(clause, index).flatMap((part) => (part.every((word) => named.has(word.text)) ? [] : [textOf(part)]))
}

/** The "sensor" of "the motion sensor": a word of the service behind one that says which. */
function isKind(words: readonly Word[], at: number, { names, keywords, values }: Used): boolean {
  const [last, word] = [words[at - 1], words[at]]
  if (word?.kind !== 'word' || word.before !== '' || last?.kind !== 'word' || values.includes(word.text.toLowerCase()))
    return false
  return word.stems.some((each) => keywords.has(each)) && !word.stems.some((each) => names.has(each))
}

/** The "away" of "phones away", which says nothing elsewhere. */
function endsPart(words: readonly Word[], at: number, { steps }: Used): boolean {
  const [word, next] = words.slice(at)
  const isLast = (next === undefined || next.before !== '') && steps.every(({ kind }) => kind === 'action')
  return isLast && word?.before === '' && !word.stems.every(isFiller) && word.stems.every(isLight)
}

type Used = {
  steps: readonly KnownStep[]
  stems: ReadonlySet<string>
  keywords: ReadonlySet<string>
  /** Stems of the steps' own names. */
  names: ReadonlySet<string>
  /** All values, in lower case. */
  values: string
  hasAnswer: boolean
}

function usedBy({ steps: chosen, about, conditions }: Clause, index: StepIndex): Used {
  const ids = new Map(index.steps.map(({ step }) => [step.id, step]))
  const steps = chosen.flatMap(({ id }) => ids.get(id) ?? [])
  const values = [
    // A rhythm has no words of its own.
    ...chosen.flatMap(({ id, fields, said }) =>
      id.startsWith('schedule/triggers/') ? [] : Object.values({ ...said, ...fields }),
    ),
    ...conditions.map(({ value }) => value),
    ...steps.flatMap((step, at) => chosenOptions(step, chosen[at]?.fields ?? {})),
  ].join('\n')
  const ingredients = [...values.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => name)
  const compared = new Set(conditions.map(({ ingredient }) => ingredient))
  const names = new Set(steps.flatMap(ownStemsOf))
  const keywords = new Set(steps.flatMap(stemsOfKeywords))
  return {
    steps,
    keywords,
    names,
    stems: new Set([
      ...names,
      ...about.flatMap(stemsOfName),
      ...keywords,
      ...[...ingredients, ...conditions.map(({ ingredient, operator }) => `${ingredient} ${operator}`)].flatMap(
        stemsOfIngredient,
      ),
      ...[...steps, ...about].flatMap((step) =>
        step.ingredients
          .filter(
            ({ slug }) => compared.has(ingredientName(step, slug)) || values.includes(ingredientInText(step, slug)),
          )
          .flatMap(stemsOfNames),
      ),
      ...steps.flatMap((step, at) => chosenLabels(step, { ...chosen[at]?.said, ...chosen[at]?.fields })),
    ]),
    values: withoutNames(values).toLowerCase(),
    hasAnswer: [...steps, ...about].some(({ kind }) => kind === 'query'),
  }
}

/** Without the names of ingredients. */
const withoutNames = (text: string) => text.replaceAll(PLACEHOLDER, ' ')

/** The labels of fields that have a value. */
function chosenLabels({ fields }: KnownStep, values: Record<string, string>): string[] {
  const labels = fields.flatMap(({ slug, label }) => (values[slug] ? [`${label} ${slug}`] : []))
  return labels.flatMap((text) => (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(stem))
}

/** The labels of the options that are chosen. */
function chosenOptions({ fields }: KnownStep, values: Record<string, string>): string[] {
  return fields.flatMap(({ slug, options }) =>
    Array.isArray(options) ? options.filter(({ value }) => value === values[slug]).map(({ label }) => label) : [],
  )
}

const PICKS = /^(?:latest|newest)$/
const THROUGH = /^(?:through|using)$/
/** Before a value. */
const LEADING =
  /^(?:called|named|titled|reads|reading|says|answer|reply|text|words|title|subject|body|labell?ed|tagged)$/

function isUsed(word: Word, at: number, words: readonly Word[], used: Used): boolean {
  const text = word.text.toLowerCase()
  if ((word.kind !== 'word' && word.kind !== 'number') || text.includes(':'))
    return used.values.includes(withoutNames(text).replace(/^[@#/]/, '')) || /^m\/s$/.test(text)
  const next = words[at + 1]
  const isOwn = (whose: Word | undefined, by: Word | undefined) =>
    says(whose, /^(?:me|myself)$/i) && says(by, /^(?:from|by)$/i)
  if (isOwn(next, word) || isOwn(word, words[at - 1])) return false
  if (next && LEADING.test(text) && (next.kind === 'quoted' || hasValue(next.text.toLowerCase(), used)))
    return isUsed(next, at + 1, words, used)
  if (word.kind === 'number') return hasValue(text, used)
  if (turnsSense(text)) return false
  if (text === 'new' && isOfLookup(words.slice(at + 1), used)) return false
  if (isBoth(words, at)) return true
  // Which one it is, only what tells of things says.
  if (PICKS.test(text)) return used.hasAnswer || used.steps.some(({ kind }) => kind !== 'action')
  if (THROUGH.test(text)) return isNearService(at, words, used)
  if (MEASURES.test(text) && /\d/.test(used.values)) return true
  const way = DIRECTIONS.find((each) => word.stems.includes(each))
  if (way) return used.steps.some((step) => goesWay(step, way))
  if (word.stems.every(isLight) || (ANSWER.test(text) && used.hasAnswer)) return true
  // Which one it is, no field says.
  if (isAtHome(word)) return hasValue(text, used)
  if (word.stems.some((each) => used.stems.has(each)) || hasValue(text.replace(/^[@/#]/, ''), used)) return true
  if (
    (isDeed(word) || isVerbForm(text)) &&
    !isThing(words, at) &&
    used.steps.some(
      ({ kind, name }) =>
        kind === 'action' &&
        namesDeed(name) &&
        [canMean, canMeanThere].some((can) => can(text.split(' ')[0] ?? '', name)),
    )
  )
    return true
  if (
    (isVerbForm(text) || appears(stem(text))) &&
    used.steps.some(
      ({ kind, slug }) =>
        (kind === 'query' && LOOKING.test(text)) ||
        (kind === 'trigger' && /new|receiv|command|request/.test(slug) && appears(stem(text))),
    )
  )
    return true
  return (
    (isHolder(word) && [at - 1, at + 1].some((each) => isHeld(words, each, used))) ||
    (word.stems.some((each) => PLACES.has(each)) && isNearService(at, words, used))
  )
}

/** "email me new issues": open ones may be old, recent ones not. */
function isOfLookup(after: readonly Word[], { steps }: Used): boolean {
  const thing = after.find(({ stems }) => !stems.every((each) => isFiller(each) || each.startsWith('#')))
  return steps.some(
    (step) =>
      step.kind === 'query' &&
      !/recent|latest/.test(step.slug) &&
      thing?.stems.some((each) => ownStemsOf(step).includes(each)) === true,
  )
}

/** "the BBC feed https://…": says what is there. */
function isBeforeAddress(words: readonly Word[], at: number, used: Used): boolean {
  const end = words.findIndex(({ kind }, index) => index > at && kind === 'address')
  const begin = words.findLastIndex(
    ({ text, before }, index) => index < at && (before !== '' || /^(?:an?|the|my|our|new|each|every)$/i.test(text)),
  )
  const said = words.slice(begin + 1, end)
  const noun = said.findIndex(({ stems }) => stems.some((each) => each === 'sit' || each === 'feed'))
  const isPart = ({ stems, text, kind }: Word, place: number) =>
    kind === 'word' &&
    (stems.every(isFiller)
      ? place > noun && /^(?:of|at|on|from|the|my|our)$/i.test(text)
      : !turnsSense(text) && (place === noun || !isVerbForm(text)))
  return (
    end > at &&
    begin >= 0 &&
    noun >= 0 &&
    said.every(isPart) &&
    words.slice(begin + 1, end + 1).every(({ before }) => before === '') &&
    isUsed(words[end] as Word, end, words, used)
  )
}

/** A name that no field has, and what it is the name of. */
function isNamePart(words: readonly Word[], at: number, used: Used): boolean {
  const word = words[at]
  return word !== undefined && (isHolder(word) ? [at - 1, at + 1] : [at]).some((each) => isLostName(words, each, used))
}

function isHeld(words: readonly Word[], at: number, used: Used): boolean {
  return standsForName(words, at) && hasValue(words[at]?.text.toLowerCase() ?? '', used)
}

function isLostName(words: readonly Word[], at: number, used: Used): boolean {
  const word = words[at]
  if (!word || !standsForName(words, at) || isHeld(words, at, used)) return false
  return word.isName || isVerbForm(word.text) || !word.stems.some((each) => used.names.has(each))
}

/** A lamp, a door, somebody who comes home: a thing of which a home has many. */
function isAtHome({ text, stems }: Word): boolean {
  return stems.includes(HOME) && !/^home$/i.test(text)
}

function hasValue(text: string, { values }: Used): boolean {
  return new RegExp(
    String.raw`(?<![\p{L}\d])${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\p{L}\d])`,
    'u',
  ).test(values)
}

/** "our Discord server", "the chat in Telegram". */
function isNearService(at: number, words: readonly Word[], { steps }: Used): boolean {
  const near = words.slice(Math.max(0, at - 2), at + 4)
  return near.some(({ stems: own }) => steps.some(({ service }) => own.includes(nameStem(service))))
}

/** Neighbors that are left, with the function words between them. */
function partsLeft(words: readonly Word[], left: readonly boolean[], used: Used): Word[][] {
  const parts: Word[][] = []
  let last = -1
  for (const [at, word] of words.entries()) {
    if (!left[at]) continue
    const between = words.slice(last + 1, at)
    const joins =
      last >= 0 &&
      word.before === '' &&
      between.every(({ stems, before, kind }) => before === '' && kind === 'word' && stems.every(isFiller))
    if (joins) parts.at(-1)?.push(...between, word)
    else parts.push([...(word.kind === 'word' ? verbBefore(words, { at, from: last + 1 }, used) : []), word])
    last = at
  }
  return parts
}

/** The "take out the" of "a message take out the bins": a verb behind the clause's own, before its object. */
function verbBefore(words: readonly Word[], { at, from }: { at: number; from: number }, used: Used): readonly Word[] {
  const isVerbAt = (index: number) => words[index]?.kind === 'word' && isVerbForm(words[index].text)
  const first = words.findIndex((_, index) => isVerbAt(index))
  for (let verb = at - 1; verb >= from && verb > first && words[verb + 1]?.before === ''; verb--) {
    if (isVerbAt(verb)) return words[verb]?.stems.some((each) => used.stems.has(each)) ? [] : words.slice(verb, at)
    if (!words[verb]?.stems.every(isFiller)) return []
  }
  return []
}
