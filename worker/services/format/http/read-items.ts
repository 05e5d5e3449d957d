import type { Ingredients } from '../../../system/runner-api/step-outcome.ts'
import { isThere, readEntries, toId, toTypedIngredient } from '../answer-place.ts'
import type { Sent } from './send-request.ts'
import type { IngredientDefinition, WhereFile } from '../service-definition.ts'
import { fill, readValue, type Scope } from '../template.ts'

/** The items of a list that have what `where` asks for, each as a scope of its own; null where there is no list. */
export function readItems(
  { value, scope }: Pick<Sent, 'value' | 'scope'>,
  { where }: { where?: WhereFile | undefined },
  place: string,
): Scope[] | null {
  const entries = readEntries(value, place, (template) => fill(template, scope))
  if (entries === null) return null
  const items = entries.map(({ item, ...entry }) => ({ ...scope, ...entry, answer: item }))
  return where === undefined ? items : items.filter((each) => isWanted(each, where))
}

function isWanted(scope: Scope, where: WhereFile): boolean {
  return Object.entries(where).every(([place, wanted]) => {
    const value = readValue(place, scope)
    if (wanted === null) return !isThere(value)
    return [wanted]
      .flat()
      .some((each) => (typeof each === 'boolean' ? isThere(value) === each : isValue(String(each), toId(value), scope)))
  })
}

/** What an empty field wants is anything. */
function isValue(wanted: string, value: string | null, scope: Scope): boolean {
  const filled = fill(wanted, scope)
  return filled === '' || filled === value
}

/** An item's ingredients, from where the service's file says that they stand. */
export function ingredientsIn(scope: Scope, ingredients: readonly IngredientDefinition[]): Ingredients {
  return Object.fromEntries(
    ingredients.map(({ slug, from, type }) => [
      slug,
      from === undefined ? null : toTypedIngredient(typedValue(readValue(from, scope), from, type), type),
    ]),
  )
}

/** A template makes texts; where a number is asked for, a text that is one becomes a number. */
function typedValue(value: unknown, from: string, type: IngredientDefinition['type']): unknown {
  if (type !== 'number' || from.startsWith('$') || typeof value !== 'string' || value.trim() === '') return value
  return Number.isFinite(Number(value)) ? Number(value) : value
}

/** The same of an item that code has read. */
export function readIngredients(item: unknown, ingredients: readonly IngredientDefinition[]): Ingredients {
  return ingredientsIn({ fields: {}, credentials: {}, timezone: 'UTC', now: 0, answer: item }, ingredients)
}
