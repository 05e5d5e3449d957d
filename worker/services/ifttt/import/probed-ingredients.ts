import { nameKeyIngredient } from '../../../contract/services/key-ingredient.ts'
import type { IngredientDefinition } from '../../format/service-definition.ts'
import { toIngredient } from '../../format/answer-place.ts'

/** Its name is a guess from the service's own word; its operator may give another. */
export type ProbedIngredient = Required<IngredientDefinition>

const INGREDIENTS_MAX = 40
export const EXAMPLE_MAX = 200
const KEY = /^[A-Za-z_][\w-]*$/

/** The ingredients of items: all their keys but `meta`, each with the first example there is. */
export function guessIngredients(rows: readonly Record<string, unknown>[]): ProbedIngredient[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => key !== 'meta' && KEY.test(key))
  const read = keys.slice(0, INGREDIENTS_MAX).map((key): ProbedIngredient => {
    const values = rows.map((row) => (Object.hasOwn(row, key) ? toIngredient(row[key]) : null))
    const value = values.find((each) => each !== null && each !== '') ?? ''
    const example = String(value).slice(0, EXAMPLE_MAX) || 'Example'
    return { ...nameKeyIngredient(key), type: typeOf(key, value), example }
  })
  return [...new Map(read.map((each) => [each.slug, each])).values()]
}

function typeOf(key: string, value: unknown): IngredientDefinition['type'] {
  if (typeof value === 'number') return 'number'
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return 'datetime'
  if (!/^https?:\/\//.test(text)) return 'text'
  return /image|photo|picture|thumbnail/i.test(key) ? 'image_url' : 'url'
}
