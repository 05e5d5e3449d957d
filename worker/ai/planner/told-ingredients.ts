import { ingredientInText, isOwnText, PLACEHOLDER, stemsOfIngredient, stemsOfNames } from '../steps/ingredient-name.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { IngredientDefinition } from '../../services/format/service-definition.ts'
import { isLight } from '../../services/catalog/words/fillers.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'

/** What started an Applet, and what it has looked up, by these words. */
export type Sources = { trigger: KnownStep | null; queries: readonly KnownStep[]; sought?: readonly Word[] }

/** The steps that have something to tell. */
export function sourcesOf(from: Sources | null): KnownStep[] {
  const { trigger = null, queries = [] } = from ?? {}
  return trigger && !(queries.length > 0 && tellsOnlyWhen(trigger)) ? [trigger, ...queries] : [...queries]
}

/** The ingredients that the words name, as placeholders. */
export function namedBy(steps: readonly KnownStep[], words: readonly Word[]): string[] {
  return steps.flatMap((step) => namedIngredients(step, words).map((each) => ingredientInText(step, each.slug)))
}

/** The text with the ingredients that its placeholders name: "{title}" is the title of what the steps tell of. */
export function withPlaceholders(text: string, steps: readonly KnownStep[]): string {
  return text.replaceAll(PLACEHOLDER, (said) => {
    const stems = (said.toLowerCase().match(/\w+/g) ?? []).map(stem)
    const word: Word = { text: said, stems, kind: 'word', isName: false, before: '', joint: ' ' }
    const [found = said] = steps.flatMap((step) =>
      [
        ...namedIngredients(step, [word]),
        ...step.ingredients.filter((each) => stems.every((one) => stemsOfNames(each).includes(one))),
      ].map(({ slug }) => ingredientInText(step, slug)),
    )
    return found
  })
}

/** Whether a placeholder is one that these steps fill. */
export function isIngredient(placeholder: string, steps: readonly KnownStep[]): boolean {
  return steps.some((step) => step.ingredients.some(({ slug }) => ingredientInText(step, slug) === placeholder))
}

/** Of several links, for example, the one that the words say most of. */
function namedIngredients({ ingredients }: KnownStep, words: readonly Word[]): IngredientDefinition[] {
  const said = stemsIn(words)
  const best = new Map<string, { count: number; ingredient: IngredientDefinition }>()
  for (const ingredient of ingredients) {
    const { slug, type } = ingredient
    const last = slug.match(/\p{Lu}\p{Ll}+$/u)?.[0] ?? slug
    const isTitle = said.has('titl') && isOwnText(ingredient) && /(?:Name|Subject)$/.test(slug)
    const isSaid = isTitle || (NAMEABLE.test(last) && stemsOfIngredient(last).some((each) => said.has(each)))
    if (isMoment(slug) || !isSaid) continue
    const isOther = type === 'image_url' || type === 'file_url'
    const count = stemsOfIngredient(slug).filter((each) => said.has(each)).length - (isOther ? 1 : 0)
    if (count > (best.get(last)?.count ?? -1)) best.set(last, { count, ingredient })
  }
  return [...best.values()].map(({ ingredient }) => ingredient)
}

const NAMEABLE = /^(?:Title|Body|Url|Subject|Text|Name|Author|Temperature|Status|Value|Description|Comment|Location)$/

/** The ingredients that the words name, else all but what says too much for a short text, and times that nobody asked for. */
export function toldBy(step: KnownStep, words: readonly Word[]): IngredientDefinition[] {
  const named = namedIngredients(step, words)
  if (named.length > 0) return named
  return step.ingredients.filter(({ slug, type }) => {
    // Settings of a post, and a place alone, are nothing to read.
    if (/^(?:Visibility|ContentWarning)$/.test(slug) || (slug === 'Location' && tellsOnlyWhen(step))) return false
    if (type === 'html' || type === 'image_url' || type === 'file_url') return false
    return isMoment(slug) ? isTimeAsked(words) : true
  })
}

function stemsIn(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.flatMap(({ kind, stems }) => (kind === 'word' ? stems : [])))
}

/** "the date", but not "lunch time". */
function isTimeAsked(words: readonly Word[]): boolean {
  return words.some(({ text }, at) => {
    const last = words[at - 1]
    return /^(?:time|date|day|when)$/i.test(text) && (last === undefined || last.stems.every(isLight))
  })
}

/** Whether a trigger reports no more than when and where it is. */
export function tellsOnlyWhen({ ingredients }: KnownStep): boolean {
  return ingredients.every(({ slug }) => isMoment(slug) || slug === 'Location')
}

/** When something happened. */
export function isMoment(slug: string): boolean {
  return /(?:At|^Date|^Time|^Weekday|Published)$/.test(slug)
}
