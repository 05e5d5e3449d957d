import { ingredientName } from '../steps/ingredient-name.ts'
import { DRAFT_CONDITIONS_MAX, type DraftCondition } from '../../contract/drafts/draft.ts'
import type { IngredientDefinition } from '../../services/format/service-definition.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { Proposal } from '../steps/proposal.ts'
import { matchSteps, stemsOfStep, type Preference, type StepIndex } from '../../services/catalog/steps/step-index.ts'
import { isFiller, isLight } from '../../services/catalog/words/fillers.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import { authorCondition } from './conditions-of-event.ts'
import type { ConditionClause } from './take-conditions.ts'

type Given = { trigger: KnownStep | null; queries: readonly KnownStep[]; preference: Preference }
type ReadConditions = { conditions: Proposal['conditions']; queries: KnownStep[]; unmet: string[] }

/** "Only if …" as a form, where its words name an ingredient of the trigger or of a query, and nothing else. */
export function readConditions(index: StepIndex, clauses: readonly ConditionClause[], given: Given): ReadConditions {
  const found: DraftCondition[] = []
  const queries: KnownStep[] = []
  const unmet: string[] = []
  for (const clause of clauses) {
    const author = given.trigger ? authorCondition(clause, given.trigger) : []
    found.push(...author)
    if (author.length > 0) continue
    const comparison = comparisonIn(clause)
    const source =
      comparison &&
      sourceOf(index, comparison, {
        ...given,
        queries: [...given.queries, ...queries],
        isOfEvent: clause.isOfEvent || comparison.isOfEvent === true,
      })
    if (!source) unmet.push(clause.text)
    else {
      const { operator, value } = comparison
      found.push({ ingredient: source.ingredient, operator, value })
      if (source.query && !given.queries.includes(source.query)) queries.push(source.query)
    }
  }
  const conditions = found.slice(0, DRAFT_CONDITIONS_MAX)
  return { conditions: conditions.length > 0 ? { match: 'all', conditions } : null, queries, unmet }
}

/** `names`: the words that have to name what is compared. `isOfEvent`: it is nothing that is looked up. */
type Comparison = Pick<DraftCondition, 'operator' | 'value'> & { names: Word[]; isOfEvent?: true }

const CONTAINS = /^(?:contain|includ|mention|match)/i
const FOREWORDS = /^(?:the|a|an|word|words|phrase|text|term|keyword|hashtag|of|to|letters)$/i
const ATTRIBUTES = /^(?:title|subject|label|tag|name|author|status|priority|topic|category|sender)s?$/i
/** No operator of a form says these. */
const INEXACT = /\b(?:at least|at most|or more|or less|about|around|exactly|between|twice|times)\b/
const COMPARING =
  /^(?:less|below|under|colder|cooler|lower|fewer|more|above|over|warmer|hotter|higher|stronger|greater|than|is|are|equals?|degrees?|not|no|that|which|whose|it|it['’]s|its|and|outside|°|c|celsius)$/i

/** What a clause compares with what, by its words alone; null where they say no comparison that a form has. */
export function comparisonIn({ words, isNegative }: ConditionClause): Comparison | null {
  const text = words.map((word) => word.text.toLowerCase()).join(' ')
  if (INEXACT.test(text)) return null
  const number = words.find(({ kind }) => kind === 'number')
  const isNot = isNegative !== /\b(?:not|no)\b/.test(text)
  const verb = words.findIndex((word) => CONTAINS.test(word.text))
  const isInside = words[0]?.kind === 'quoted' && /^in$/i.test(words[1]?.text ?? '')
  if (verb >= 0 || isInside) return containing(words, verb, isNot)
  const others = words.filter((word) => word.kind === 'word' && !COMPARING.test(word.text))
  if (number) {
    const isLess = /less|below|under|colder|cooler|lower|fewer/.test(text)
    const isMore = /more|above|over|warmer|hotter|higher|stronger|greater/.test(text)
    if (isLess || isMore)
      return { operator: isLess !== isNot ? 'less_than' : 'more_than', value: number.text, names: words }
    return { operator: isNot ? 'is_not' : 'is', value: number.text, names: others }
  }
  if (/^(?:it(?:['’]s)? )?(?:is )?(?:not )?rain/.test(text))
    return { operator: isNot ? 'is' : 'more_than', value: '0', names: words }
  const [attribute, ...named] = words
  if (
    attribute &&
    ATTRIBUTES.test(attribute.text) &&
    named.length > 0 &&
    !/^(?:is|are|equals?|set|not)$/i.test(named[0]?.text ?? '')
  )
    return {
      operator: isNot ? 'contains_not' : 'contains',
      value: valueAfter(named),
      names: [attribute],
      isOfEvent: true,
    }
  const is = words.findIndex((word) => /^(?:is|are|equals?|set)$/i.test(word.text))
  const value = is > 0 ? valueAfter(words.slice(is + 1).filter((word) => !/^not$/i.test(word.text))) : ''
  return value === '' ? null : { operator: isNot ? 'is_not' : 'is', value, names: words.slice(0, is) }
}

/** "the title contains the word rust", "have rust in the title". */
function containing(words: readonly Word[], verb: number, isNot: boolean): Comparison | null {
  const after = words.slice(verb + 1)
  const place = after.findIndex(({ text }, at) => at > 0 && /^in$/i.test(text))
  const said = place < 0 ? after : after.slice(0, place)
  const value = valueAfter(said)
  if (value === '') return null
  return {
    operator: isNot ? 'contains_not' : 'contains',
    value,
    names: [...words.slice(0, verb), ...after.slice(said.length)],
  }
}

/** "the word rust" is rust. */
function valueAfter(words: readonly Word[]): string {
  const quoted = words.find(({ kind }) => kind === 'quoted')
  const begin = words.findIndex(({ text }) => !FOREWORDS.test(text))
  const plain = begin < 0 ? [] : words.slice(begin)
  return quoted?.text ?? plain.map(({ text }) => text).join(' ')
}

type Source = { ingredient: string; query: KnownStep | null }

/** The ingredients that these words name: of the trigger, of a query that is there, or of one for it. */
function sourceOf(
  index: StepIndex,
  comparison: Comparison,
  { trigger, queries, preference, isOfEvent }: Given & { isOfEvent: boolean },
): Source | null {
  const { names, operator } = comparison
  for (const step of [...(trigger ? [trigger] : []), ...queries]) {
    const ingredient = ingredientIn(step, names, operator)
    if (ingredient !== null) return { ingredient, query: null }
  }
  const ofWeather = weatherWord(names)
  if (ofWeather.length === 0 && names.every(isPlain))
    return trigger && operator.startsWith('contains') ? sourceInText(trigger) : null
  if (isOfEvent) return null
  for (const { step, isStrong } of matchSteps(index, [...names, ...ofWeather], { kind: 'query', preference })) {
    if (!isStrong) continue
    const ingredient = ingredientIn(step, names, operator)
    if (ingredient !== null) return { ingredient, query: step }
  }
  return null
}

/** "that mention rust": in its first own text. */
function sourceInText(step: KnownStep): Source | null {
  const text = step.ingredients.find(isOwnText)
  return text ? { ingredient: ingredientName(step, text.slug), query: null } : null
}

const TEXTS = /(?:Title|Subject|Text|Message|Content|Body|BodyPlain|Description|Comment|CommitMessage|Name|Notes)$/
const OF_OTHERS =
  /(?:Author|From|Board|List|Feed|File|Channel|Chat|Repository|Project|Sender|Tag|Follower|Entity|Event)Name$|^(?:Feed|Post)Title$|Topic/

function isOwnText({ slug, type }: IngredientDefinition): boolean {
  return (type === 'text' || type === 'html') && TEXTS.test(slug) && !OF_OTHERS.test(slug)
}

/** Whether the word names nothing to compare. */
export function isPlain({ text, stems }: Word): boolean {
  return COMPARING.test(text) || stems.every(isLight)
}

/** Degrees and rain are the weather's. */
function weatherWord(words: readonly Word[]): Word[] {
  const isWeather = words.some(({ text }) => /^(?:rain|cold|warm|hot|degree|temperature|wind|°)/i.test(text))
  return isWeather
    ? [{ text: 'weather', stems: ['weather', 'current'], kind: 'word', isName: false, before: '', joint: ' ' }]
    : []
}

const DEGREES = /^(?:colder|cold|warmer|warm|hotter|hot|temperature|degrees?|freezing)$/i

/** Who, where and what it is called: nothing that is more or less. */
const NO_SIZE = /(?:By|At|Name|Url|Author|From|Title|Text|Body)$/

/** An ingredient is named if all of the words are its own or its step's. */
function ingredientIn(step: KnownStep, words: readonly Word[], operator: DraftCondition['operator']): string | null {
  const isWarmth = words.some(({ text }) => DEGREES.test(text))
  const ofStep = new Set(stemsOfStep(step))
  const warmth = isWarmth
    ? step.ingredients.find(({ slug, name }) => /temperature|degrees/i.test(`${slug} ${name}`))
    : undefined
  const isSize = operator === 'less_than' || operator === 'more_than'
  const comparable = step.ingredients.filter(({ slug }) => !isSize || !NO_SIZE.test(slug))
  const counted = comparable.map((each) => {
    const own = new Set((each.name.toLowerCase().match(/\p{L}+/gu) ?? []).map(stem).filter((one) => !isFiller(one)))
    const named = words.filter((word) => word.stems.some((one) => own.has(one)))
    const isWhole = words.every((word) => named.includes(word) || isKnown(word, ofStep))
    return { ...each, count: isWhole ? named.length : 0 }
  })
  const [best] = counted.filter(({ count }) => count > 0).toSorted((left, right) => right.count - left.count)
  const found = warmth ?? best
  return found ? ingredientName(step, found.slug) : null
}

function isKnown(word: Word, ofStep: ReadonlySet<string>): boolean {
  return word.kind !== 'word' || isPlain(word) || word.isName || word.stems.some((each) => ofStep.has(each))
}
