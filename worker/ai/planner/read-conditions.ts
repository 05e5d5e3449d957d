import { ingredientName } from '../steps/ingredient-name.ts'
import type { DraftCondition } from '../../contract/drafts/draft.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { Proposal } from '../steps/proposal.ts'
import { matchSteps, type Preference, type StepIndex } from '../../services/catalog/steps/step-index.ts'
import { isFiller } from '../../services/catalog/words/fillers.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'
import type { ConditionClause } from './split-clauses.ts'

type Given = { trigger: KnownStep | null; queries: readonly KnownStep[]; preference: Preference }
type ReadConditions = { conditions: Proposal['conditions']; queries: KnownStep[]; unmet: string[] }

/** "Only if …" as a form, as far as its words name an ingredient of the trigger or of a query. */
export function readConditions(index: StepIndex, clauses: readonly ConditionClause[], given: Given): ReadConditions {
  const found: DraftCondition[] = []
  const queries: KnownStep[] = []
  const unmet: string[] = []
  for (const clause of clauses) {
    const comparison = comparisonIn(clause)
    const source = comparison && sourceOf(index, clause.words, { ...given, queries: [...given.queries, ...queries] })
    if (!source) unmet.push(clause.text)
    else {
      found.push({ ingredient: source.ingredient, ...comparison })
      if (source.query && !given.queries.includes(source.query)) queries.push(source.query)
    }
  }
  return { conditions: found.length > 0 ? { match: 'all', conditions: found } : null, queries, unmet }
}

type Comparison = Pick<DraftCondition, 'operator' | 'value'>

function comparisonIn({ words, isNegative }: ConditionClause): Comparison | null {
  const said = words.map(({ text }) => text.toLowerCase())
  const text = said.join(' ')
  const number = words.find(({ kind }) => kind === 'number')?.text
  const quoted = words.find(({ kind }) => kind === 'quoted')?.text
  const isNot = isNegative !== /\b(?:not|no)\b/.test(text)
  if (/contain|include|mention|has the word|says/.test(text)) {
    const value = quoted ?? words.at(-1)?.text ?? ''
    return { operator: isNot ? 'contains_not' : 'contains', value }
  }
  if (number !== undefined) {
    const isLess = /less|below|under|colder|cooler|lower|fewer/.test(text)
    const isMore = /more|above|over|warmer|hotter|higher|stronger|greater/.test(text)
    if (isLess || isMore) return { operator: isLess !== isNot ? 'less_than' : 'more_than', value: number }
    return { operator: isNot ? 'is_not' : 'is', value: number }
  }
  if (/rain/.test(text)) return isNot ? { operator: 'is', value: '0' } : { operator: 'more_than', value: '0' }
  if (quoted !== undefined) return { operator: isNot ? 'is_not' : 'is', value: quoted }
  return null
}

type Source = { ingredient: string; query: KnownStep | null }

/** The ingredient that these words name: of the trigger, of a query that is there, or of one for it. */
function sourceOf(index: StepIndex, words: readonly Word[], { trigger, queries, preference }: Given): Source | null {
  const steps = [...(trigger ? [trigger] : []), ...queries]
  for (const step of steps) {
    const ingredient = ingredientIn(step, words)
    if (ingredient !== null) return { ingredient, query: null }
  }
  for (const { step } of matchSteps(index, [...words, ...weatherWord(words)], { kind: 'query', preference })) {
    const ingredient = ingredientIn(step, words)
    if (ingredient !== null) return { ingredient, query: step }
  }
  return null
}

/** Degrees and rain are the weather's. */
function weatherWord(words: readonly Word[]): Word[] {
  const isWeather = words.some(({ text }) => /^(?:rain|cold|warm|hot|degree|temperature|wind|below|°)/i.test(text))
  return isWeather ? [{ text: 'weather', stems: ['weather', 'current'], kind: 'word', isName: false, before: '' }] : []
}

const DEGREES = /^(?:colder|cold|warmer|warm|hotter|hot|temperature|degrees?|freezing)$/i

function ingredientIn(step: KnownStep, words: readonly Word[]): string | null {
  const isWarmth = words.some(({ text }) => DEGREES.test(text))
  const found = step.ingredients.find(({ slug, name }) => {
    if (isWarmth && /temperature|degrees/i.test(`${slug} ${name}`)) return true
    const stems = new Set((name.toLowerCase().match(/\p{L}+/gu) ?? []).map(stem).filter((each) => !isFiller(each)))
    return words.some((word) => word.stems.some((each) => stems.has(each)))
  })
  return found ? ingredientName(step, found.slug) : null
}
