import { ingredientInText, stemsOfIngredient } from '../steps/ingredient-name.ts'
import type { KnownStep } from '../../services/catalog/steps/known-step.ts'
import type { IngredientDefinition } from '../../services/format/service-definition.ts'
import { stem } from '../../services/catalog/words/stem.ts'
import type { Word } from '../../services/catalog/words/read-words.ts'

/** What started an Applet, and what it has looked up. */
export type Sources = { trigger: KnownStep | null; queries: readonly KnownStep[] }

/** The steps that have something to tell. */
export function sourcesOf(from: Sources | null): KnownStep[] {
  const { trigger = null, queries = [] } = from ?? {}
  return trigger && !(queries.length > 0 && tellsOnlyWhen(trigger)) ? [trigger, ...queries] : [...queries]
}

/** The ingredients that the words name, as placeholders: by the end of their names, by a time, or else the thing itself. */
export function namedBy(steps: readonly KnownStep[], words: readonly Word[]): string[] {
  const said = stemsIn(words)
  const named = steps.flatMap((step) => {
    const moment = isTimeAsked(said) ? step.ingredients.find(({ slug }) => isMoment(slug)) : undefined
    return [...(moment ? [moment] : []), ...namedIngredients(step, said)].map((each) =>
      ingredientInText(step, each.slug),
    )
  })
  const things = steps.flatMap((step) => {
    const thing = step.ingredients.find(({ slug }) => stemsOfIngredient(slug).some((each) => said.has(each)))
    return thing ? [ingredientInText(step, thing.slug)] : []
  })
  return named.length > 0 ? named : things.slice(0, 1)
}

/** Of several links, for example, the one that the words say most of. */
function namedIngredients({ ingredients }: KnownStep, said: ReadonlySet<string>): IngredientDefinition[] {
  const best = new Map<string, { count: number; ingredient: IngredientDefinition }>()
  for (const ingredient of ingredients) {
    const { slug, type } = ingredient
    const last = slug.match(/\p{Lu}\p{Ll}+$/u)?.[0] ?? slug
    if (isMoment(slug) || !NAMEABLE.test(last) || !stemsOfIngredient(last).some((each) => said.has(each))) continue
    const isOther = type === 'image_url' || type === 'file_url'
    const count = stemsOfIngredient(slug).filter((each) => said.has(each)).length - (isOther ? 1 : 0)
    if (count > (best.get(last)?.count ?? 0)) best.set(last, { count, ingredient })
  }
  return [...best.values()].map(({ ingredient }) => ingredient)
}

const NAMEABLE = /^(?:Title|Body|Url|Subject|Text|Name|Author|Temperature|Status|Value|Description|Comment|Location)$/

/** The ingredients that the words name, else all but what says too much for a short text, and times that nobody asked for. */
export function toldBy(step: KnownStep, words: readonly Word[]): IngredientDefinition[] {
  const said = stemsIn(words)
  const named = namedIngredients(step, said)
  if (named.length > 0) return named
  return step.ingredients.filter(({ slug, type }) => {
    if (type === 'html' || type === 'image_url' || type === 'file_url') return false
    return isMoment(slug) ? isTimeAsked(said) : true
  })
}

function stemsIn(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.flatMap(({ kind, stems }) => (kind === 'word' ? stems : [])))
}

function isTimeAsked(said: ReadonlySet<string>): boolean {
  return ['time', 'date', 'day', 'when'].some((each) => said.has(stem(each)))
}

/** Whether a trigger reports no more than when and where it is. */
export function tellsOnlyWhen({ ingredients }: KnownStep): boolean {
  return ingredients.every(({ slug }) => isMoment(slug) || slug === 'Location')
}

/** When something happened. */
function isMoment(slug: string): boolean {
  return /(?:At|^Date|^Time|^Weekday|Published)$/.test(slug)
}
