import type { IngredientDefinition } from '../../format/service-definition.ts'
import { toIngredient } from '../../format/answer-place.ts'

/** Its name is a guess from the service's own word; its operator may give another. */
export type ProbedIngredient = Required<IngredientDefinition>

const INGREDIENTS_MAX = 40
const EXAMPLE_MAX = 200
const KEY = /^[A-Za-z_][\w-]*$/

/** The ingredients of items: all their keys but `meta`, each with the first example there is. */
export function guessIngredients(rows: readonly Record<string, unknown>[]): ProbedIngredient[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => key !== 'meta' && KEY.test(key))
  const read = keys.slice(0, INGREDIENTS_MAX).map((key): ProbedIngredient => {
    const values = rows.map((row) => (Object.hasOwn(row, key) ? toIngredient(row[key]) : null))
    const value = values.find((each) => each !== null && each !== '') ?? ''
    const example = String(value).slice(0, EXAMPLE_MAX) || 'Example'
    return { slug: slugOf(key), name: nameOf(key), type: typeOf(key, value), from: `$.${key}`, example }
  })
  return [...new Map(read.map((each) => [each.slug, each])).values()]
}

/** `created_at` becomes `CreatedAt`, as filter code names it. */
function slugOf(key: string): string {
  const words = key.split(/[_-]+/).filter(Boolean)
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Z]/.test(joined) ? joined.slice(0, 50) : `Value${joined}`.slice(0, 50)
}

function nameOf(key: string): string {
  const words = key.split(/[_-]+/).filter(Boolean).join(' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function typeOf(key: string, value: unknown): IngredientDefinition['type'] {
  if (typeof value === 'number') return 'number'
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return 'datetime'
  if (!/^https?:\/\//.test(text)) return 'text'
  return /image|photo|picture|thumbnail/i.test(key) ? 'image_url' : 'url'
}
