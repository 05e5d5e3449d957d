import type { IngredientType } from '../../contract/connections/service.ts'
import type { IngredientValue } from '../../system/runner-api/step-outcome.ts'

/**
 * Where a value stands in an answer: `$.a.b[0]`, `$["@odata.nextLink"]`, the entry of a list by name
 * (`$.headers[name=Subject]`, `$.tables[id={{fields.table}}]`), a property by a field (`$.fields[{{fields.column}}]`), all
 * entries (`$.items[*].title`), or their texts as one (`$.title[+].text`). Objects have entries too. `$1` is what is around an item of a list in a list.
 */
export const PLACE =
  /^\$1?(?:\.[A-Za-z_][\w-]*|\[\d{1,4}\]|\[[*+]\]|\["[^"\]]{1,100}"\]|\[[\w.-]{1,50}=(?:[^[\]{}"]{1,100}|\{\{[^{}]{1,100}\}\})\]|\[\{\{[^{}]{1,100}\}\}\])*$/

const SEGMENT = /\.([\w-]+)|\[(\d+)\]|\[([*+])\]|\["([^"]+)"\]|\[([\w.-]+)=([^\]]+)\]|\[(\{\{[^{}]+\}\})\]/g

/** Fills in a template that stands in a place. */
type FillPlace = (template: string) => string

/**
 * A value with the entry of a list that it stands in, and the entry around that one. `property`: the name of the entry
 * where an object is the list.
 */
type Found = { value: unknown; item: unknown; around: unknown; property?: string }

const asItStands: FillPlace = (template) => template

/**
 * Reads the value at the place; undefined where there is none. With `[*]` it is a list of all that is there, with `[+]`
 * one text of it. Reads own properties only.
 */
export function readPlace(answer: unknown, place: string, fill: FillPlace = asItStands): unknown {
  const found = walk(answer, place, fill)
  if (place.includes('[+]')) return found.map(({ value }) => toIngredient(value) ?? '').join('')
  return place.includes('[*]') ? found.flatMap(({ value }) => (value === undefined ? [] : [value])) : found[0]?.value
}

/**
 * The entries of a list, each with what is around it where the list is in another; null where there is no list. An
 * object is one where the place asks for all of its entries.
 */
export function readEntries(
  answer: unknown,
  place: string,
  fill: FillPlace = asItStands,
): Omit<Found, 'value'>[] | null {
  const [outer = place] = place.split('[*]', 1)
  const list = readPlace(answer, outer, fill)
  if (!Array.isArray(list) && (outer === place || !isObject(list))) return null
  return walk(answer, place.endsWith('[*]') ? place : `${place}[*]`, fill).map(({ value: _value, ...entry }) => entry)
}

function walk(answer: unknown, place: string, fill: FillPlace): Found[] {
  return [...place.matchAll(SEGMENT)].reduce<Found[]>(
    (found, [, property, index, star, quoted, key, equals, template]) => {
      if (star !== undefined) return found.flatMap(entriesOf)
      return found.map((each) => {
        const { value } = each
        if (index !== undefined) return { ...each, value: Array.isArray(value) ? value[Number(index)] : undefined }
        if (key !== undefined) return { ...each, value: entryNamed(value, key, fill(equals ?? '')) }
        const name = property ?? quoted ?? (template === undefined ? '' : fill(template))
        return { ...each, value: ownProperty(value, name) }
      })
    },
    [{ value: answer, item: answer, around: undefined }],
  )
}

function entriesOf({ value, item, property }: Found): Found[] {
  const named = property === undefined ? {} : { property }
  if (Array.isArray(value)) return value.map((each: unknown) => ({ value: each, item: each, around: item, ...named }))
  if (!isObject(value)) return []
  return Object.entries(value).map(([name, each]) => ({ value: each, item: each, around: item, property: name }))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function entryNamed(value: unknown, key: string, equals: string): unknown {
  return isObject(value) ? Object.values(value).find((each) => toId(readPlace(each, `$.${key}`)) === equals) : undefined
}

function ownProperty(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d{1,4}$/.test(name) ? value[Number(name)] : undefined
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

/** Whether something stands there: false, an empty text and an empty list are nothing. */
export function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && !isEmptyList(value)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** An answer's value as an ingredient: lists and objects become JSON, what is missing becomes null. */
export function toIngredient(value: unknown): IngredientValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return JSON.stringify(value) ?? null
}

/** The latest moment that a date can be, in ms. */
const LAST_TIME = 8.64e15

/** The same for an ingredient of this type: a date and time that is a number becomes ISO 8601. */
export function toTypedIngredient(value: unknown, type: IngredientType): IngredientValue {
  const time = type === 'datetime' && typeof value === 'number' ? toTime(value) : null
  return time === null || Math.abs(time) > LAST_TIME ? toIngredient(value) : new Date(time).toISOString()
}

/** An id as text; null for what cannot be one. */
export function toId(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** Beyond this, a number counts ms and not seconds since 1970. */
const SECONDS_END = 1e11

/** A time in ms from ISO 8601, or from seconds or ms since 1970; null for anything else. */
export function toTime(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value)) return value > SECONDS_END ? value : value * 1000
  if (typeof value !== 'string') return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}
