import { isAtHome, standsForName } from '../steps/name-places.ts'
import { ingredientName, stemsOfIngredient, stemsOfNames } from '../steps/ingredient-name.ts'
import { DRAFT_CONDITIONS_MAX, type DraftCondition } from '../../contract/drafts/draft.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { Proposal } from '../steps/proposal.ts'
import { matchSteps, stemsOfName, type Preference, type StepIndex } from '../../services/catalog/steps/step-index.ts'
import { isFiller, isLight } from '../../services/catalog/words/fillers.ts'
import { says, type Word } from '../../services/catalog/words/read-words.ts'
import { authorCondition, conditionsInText } from './conditions-of-event.ts'
import { isMoment } from './told-ingredients.ts'
import { ATTRIBUTE, HAVING, type ConditionClause } from './take-conditions.ts'

type Given = { trigger: KnownStep | null; queries: readonly KnownStep[]; preference: Preference }
/** `text`: its words; empty where the event has them. */
type ConditionGroup = NonNullable<Proposal['conditions']> & { text: string; isOr?: boolean }
type ReadConditions = { groups: ConditionGroup[]; queries: KnownStep[]; unmet: string[] }

/** "Only if …" as a form, where its words name an ingredient of the trigger or of a query, and nothing else. */
export function readConditions(index: StepIndex, clauses: readonly ConditionClause[], given: Given): ReadConditions {
  const groups: ConditionGroup[] = []
  const queries: KnownStep[] = []
  const unmet: string[] = []
  for (const clause of clauses) {
    const comparison = comparisonIn(clause)
    const ofTrigger = given.trigger && conditionsOfTrigger(given.trigger, clause, comparison)
    if (ofTrigger) {
      groups.push({ ...ofTrigger, text: clause.text, isOr: clause.isOr })
      continue
    }
    const source =
      comparison &&
      sourceOf(index, comparison, {
        ...given,
        queries: [...given.queries, ...queries],
        isOfEvent: clause.isOfEvent || comparison.isOfEvent === true,
      })
    if (!source) unmet.push(clause.text)
    else {
      const { operator, values, isAny } = comparison
      const { ingredient } = source
      groups.push({
        match: isAny && values.length > 1 ? 'any' : 'all',
        conditions: values.map((value) => ({ ingredient, operator, value })),
        text: clause.text,
        isOr: clause.isOr,
      })
      if (source.query && !given.queries.includes(source.query)) queries.push(source.query)
    }
  }
  return { groups, queries, unmet }
}

/** Who it is by, or "that mention rust", which names nothing to compare. */
function conditionsOfTrigger(
  trigger: KnownStep,
  clause: ConditionClause,
  comparison: Comparison | null,
): Proposal['conditions'] {
  const author = authorCondition(clause, trigger)
  if (author || !comparison) return author
  const { operator, values, names, isAny } = comparison
  // "the message contains rust": it is what the trigger tells of, whatever its text is called.
  const isThing = ({ stems }: Word) => stems.some((each) => stemsOfName(trigger).includes(each))
  const isWhole =
    names.every((name) => isPlain(name) || isThing(name)) && ingredientIn(trigger, names, operator) === null
  const isInText = /^(?:contains|begins|ends)/.test(operator) && isWhole
  return isInText && weatherWord(names).length === 0 ? conditionsInText(trigger, operator, values, isAny) : null
}

/** All groups as one form, which has "all" or "any" of its conditions; the words of those that it cannot have beside. */
export function joinGroups(groups: readonly ConditionGroup[]): Pick<Proposal, 'conditions' | 'unmet'> {
  const isAny =
    groups.some(({ isOr }) => isOr) && groups.every(({ match, conditions: own }) => match === 'any' || own.length === 1)
  const all = groups.filter(({ match, isOr }) => match === 'all' && !isOr)
  const found = isAny ? groups : all.length > 0 ? all : groups.slice(0, 1)
  const conditions = found.flatMap((each) => each.conditions)
  const kept = conditions.length > DRAFT_CONDITIONS_MAX ? [] : found
  return {
    conditions: kept[0] ? { match: isAny ? 'any' : kept[0].match, conditions } : null,
    unmet: groups.filter((each) => !kept.includes(each)).map(({ text }) => text),
  }
}

/** `names`: the words that have to name what is compared. `isOfEvent`: it is nothing that is looked up. */
type Comparison = Pick<DraftCondition, 'operator'> & {
  values: string[]
  isAny: boolean
  names: Word[]
  isOfEvent?: true
}

const CONTAINS = /^(?:contain|includ|mention|match|says$|reads$)/i
const FOREWORDS = /^(?:either|both|the|a|an|word|words|phrase|text|term|keyword|hashtag|of|to|letters)$/i
/** No operator of a form says these. */
const INEXACT =
  /\b(?:at least|at most|or more|or less|about|around|exactly|between|twice|times|longer|shorter|tomorrow)\b/
const COMPARING =
  /^(?:less|below|under|colder|cooler|lower|fewer|more|above|over|warmer|hotter|higher|stronger|greater|than|is|are|equals?|degrees?|not|no|that|which|whose|it|it['’]s|its|and|outside|°|c|celsius)$/i
const LEADING = /^(?:that|which|who|whose|it|its|they|any|no|with|without|has|have|having|a|an|the)$/i

/** What a clause compares with what, by its words alone; null where they say no comparison that a form has. */
function comparisonIn({ words: all, isNegative }: ConditionClause): Comparison | null {
  const text = all.map((word) => word.text.toLowerCase()).join(' ')
  if (INEXACT.test(text)) return null
  const number = all.find(({ kind }) => kind === 'number')
  const isNot = isNegative !== /\b(?:not|no|without)\b|n['’]t\b/.test(text)
  const phrase = all.findIndex(
    (word, at) => PHRASE.test(word.text) && all.slice(0, at).some((each) => HAVING.test(each.text)),
  )
  const verb = all.findIndex((word) => CONTAINS.test(word.text))
  if (verb >= 0 || phrase >= 0) return containing(all, verb >= 0 ? verb : phrase, isNot)
  const begin = all.findIndex((word) => !LEADING.test(word.text))
  const words = begin < 0 ? [] : all.slice(begin)
  const edge = all.findIndex((word, at) => EDGE.test(word.text) && says(all[at + 1], /^with$/i))
  if (edge >= 0) {
    const operator = says(all[edge], /^end/i) ? 'ends_with' : 'begins_with'
    return isNot ? null : compare(operator, all.slice(edge + 2), all.slice(0, edge))
  }
  const isHaving = all.slice(0, all.length - words.length).some((word) => HAVING.test(word.text))
  const others = all.filter((word) => word.kind === 'word' && !COMPARING.test(word.text) && !HAVING.test(word.text))
  if (number) {
    const isLess = /less|below|under|colder|cooler|lower|fewer/.test(text)
    const isMore = /more|above|over|warmer|hotter|higher|stronger|greater/.test(text)
    if (isLess || isMore)
      return { operator: isLess !== isNot ? 'less_than' : 'more_than', values: [number.text], isAny: false, names: all }
    return { operator: isNot ? 'is_not' : 'is', values: [number.text], isAny: false, names: others }
  }
  if (/^(?:it(?:['’]s)? )?(?:is )?(?:not )?rain(?!ed)/.test(text))
    return { operator: isNot ? 'is' : 'more_than', values: ['0'], isAny: false, names: all }
  const [attribute, ...after] = words
  const named = says(after[0], HAVING) ? after.slice(1) : after
  const operator = isNot ? 'contains_not' : 'contains'
  if (attribute && /^(?:labell?ed|tagged)$/i.test(attribute.text)) return ofAttribute(operator, named, LABEL)
  if (
    attribute &&
    ATTRIBUTE.test(attribute.text) &&
    named.some(({ text: each }) => !ATTRIBUTE.test(each)) &&
    !named.slice(0, 2).some((each) => says(each, /^(?:is|are|equals?|set|not)$/i))
  )
    return ofAttribute(operator, named, attribute)
  const last = words.at(-1)
  if (isHaving && last && words.length > 1 && ATTRIBUTE.test(last.text))
    return ofAttribute(operator, words.slice(0, words.findLastIndex(({ text: each }) => !TO_NAME.test(each)) + 1), last)
  if (isHaving && attribute?.kind === 'quoted') return compare(operator, words, [])
  const is = all.findIndex((word) => /^(?:is|are|equals?|set)$/i.test(word.text))
  if (is > 0 && says(all.at(-1), /^(?:empty|blank|missing)$/i))
    return { operator: isNot ? 'is_not_empty' : 'is_empty', values: [''], isAny: false, names: all.slice(0, is) }
  if (is > 0)
    return compare(
      isNot ? 'is_not' : 'is',
      all.slice(is + 1).filter((word) => !/^not$/i.test(word.text)),
      all.slice(0, is),
    )
  const isPart = isHaving && words.length > 0 && words.every(({ kind }) => kind === 'word')
  return isPart
    ? { operator: isNot ? 'is_empty' : 'is_not_empty', values: [''], isAny: false, names: words, isOfEvent: true }
    : null
}

/** "boarding pass in the subject". */
const TO_NAME = new RegExp(`^(?:in|on|as|the|its|their|an?)$|${ATTRIBUTE.source}`, 'i')
const PHRASE = /^(?:word|words|phrase|term|keyword)$/i
const EDGE = /^(?:start|begin|end)(?:s|n?ing)?$/i
const LABEL: Word = { text: 'labels', stems: ['label'], kind: 'word', isName: false, before: '', joint: ' ' }

function ofAttribute(operator: DraftCondition['operator'], said: readonly Word[], name: Word): Comparison | null {
  const found = compare(operator, said, [name])
  return found && { ...found, isOfEvent: true }
}

/** Null where no value is said, or nothing but words that stand for one: "from me". */
function compare(operator: DraftCondition['operator'], said: readonly Word[], names: Word[]): Comparison | null {
  const { values, isAny } = valuesIn(said)
  const isSaid = said.some((word) => word.kind !== 'word' || word.isName || !word.stems.every(isFiller))
  return values.length === 0 || !isSaid ? null : { operator, values, isAny: isAny && !operator.endsWith('not'), names }
}

/** "Anna or Ben", "deploy and prod": each value. */
function valuesIn(said: readonly Word[]): { values: string[]; isAny: boolean } {
  // "has rust in it".
  const end = said.findIndex(({ text }, at) => /^in$/i.test(text) && says(said[at + 1], /^(?:it|them|there)$/i))
  const words = end > 0 ? said.slice(0, end) : said
  const parts = words.reduce<Word[][]>(
    (found, word) => {
      if (/^(?:and|or)$/i.test(word.text)) found.push([])
      else found.at(-1)?.push(word)
      return found
    },
    [[]],
  )
  const isParted = parts.length > 1 && parts.every((part) => part.length > 0 && part.length <= MOST_OF_PART)
  const values = (isParted ? parts : [words]).map(valueAfter).filter(Boolean)
  return { values, isAny: isParted && words.some(({ text }) => /^or$/i.test(text)) }
}

const MOST_OF_PART = 3

/** "the title contains the word rust", "have rust in the title". */
function containing(words: readonly Word[], verb: number, isNot: boolean): Comparison | null {
  const after = words.slice(verb + 1)
  const place = after.findIndex(({ text }, at) => at > 0 && /^in$/i.test(text))
  const said = place < 0 ? after : after.slice(0, place)
  return compare(isNot ? 'contains_not' : 'contains', said, [
    ...words.slice(0, Math.max(0, verb)),
    ...after.slice(said.length),
  ])
}

/** "the word rust" is rust; empty where more is said after a text in quotes. */
function valueAfter(words: readonly Word[]): string {
  const [quoted, ...others] = words.slice(words.findIndex(({ kind }) => kind === 'quoted'))
  const begin = words.findIndex(({ text }) => !FOREWORDS.test(text))
  const plain = begin < 0 ? [] : words.slice(begin)
  if (quoted?.kind === 'quoted')
    return others.every(({ kind, stems }) => kind === 'word' && stems.every(isLight)) ? quoted.text : ''
  return plain.map(({ text }) => text).join(' ')
}

type Source = { ingredient: string; query: KnownStep | null }

/** The ingredients that these words name: of the trigger, of a query that is there, or of one for it. */
function sourceOf(
  index: StepIndex,
  comparison: Comparison,
  { trigger, queries, preference, isOfEvent }: Given & { isOfEvent: boolean },
): Source | null {
  const { names, operator } = comparison
  // The state that began it belongs to that thing alone.
  for (const step of [...(trigger && !names.some(isAtHome) ? [trigger] : []), ...queries]) {
    const ingredient = ingredientIn(step, names, operator)
    if (ingredient !== null) return { ingredient, query: null }
  }
  const ofWeather = weatherWord(names)
  if (isOfEvent || (ofWeather.length === 0 && names.every((each) => isPlain(each) || ATTRIBUTE.test(each.text))))
    return null
  for (const { step, isStrong } of matchSteps(index, [...names, ...ofWeather], { kind: 'query', preference })) {
    if (!isStrong) continue
    const ingredient = ingredientIn(step, names, operator)
    if (ingredient !== null) return { ingredient, query: step }
  }
  return null
}

/** Whether the word names nothing to compare. */
function isPlain({ text, stems }: Word): boolean {
  return text.split(' ').every((each) => COMPARING.test(each)) || stems.every(isLight)
}

/** Degrees and rain are the weather's. */
function weatherWord(words: readonly Word[]): Word[] {
  const isWeather = words.some(({ text }) => /^(?:rain|cold|warm|hot|degree|temperature|wind|°)/i.test(text))
  return isWeather
    ? [{ text: 'weather', stems: ['weather', 'current'], kind: 'word', isName: false, before: '', joint: ' ' }]
    : []
}

/** Who, where and what it is called: nothing that is more or less. */
const NO_SIZE = /(?:By|At|Name|Url|Author|From|Title|Text|Body)$/

/** An ingredient is named if all of the words are its own, names, or say nothing to compare. */
function ingredientIn(step: KnownStep, words: readonly Word[], operator: DraftCondition['operator']): string | null {
  const isSize = operator === 'less_than' || operator === 'more_than'
  const isInText = /^(?:contains|begins|ends)/.test(operator)
  const comparable = step.ingredients.filter(
    ({ slug }) => !(isSize && NO_SIZE.test(slug)) && !(isInText && isMoment(slug)),
  )
  const counted = comparable.map((each) => {
    const own = new Set([...stemsOfNames(each), ...stemsOfIngredient(each.slug)].filter((one) => !isFiller(one)))
    const named = words.filter((word) => word.stems.some((one) => own.has(one)))
    const isWhole = words.every(
      (word, at) => named.includes(word) || isPlain(word) || (word.isName && !standsForName(words, at)),
    )
    return { ...each, count: isWhole ? named.length : 0 }
  })
  const [best] = counted.filter(({ count }) => count > 0).toSorted((left, right) => right.count - left.count)
  return best ? ingredientName(step, best.slug) : null
}
