import type { IngredientType } from '../../contract/connections/service.ts'
import type { IngredientValue } from '../../system/runner-api/step-outcome.ts'

/** `$.a.b[0]`: a dotted path into an answer, no more. */
export type AnswerPath = `$${string}`

export const ANSWER_PATH = /^\$(\.[A-Za-z_][\w-]*|\[\d{1,4}\])*$/

/** Reads the value at the path; undefined where there is none. Reads own properties only. */
export function readPath(answer: unknown, path: string): unknown {
  return [...path.matchAll(/\.([\w-]+)|\[(\d+)\]/g)].reduce<unknown>((value, [, property, index]) => {
    if (property !== undefined) return isRecord(value) && Object.hasOwn(value, property) ? value[property] : undefined
    return Array.isArray(value) ? value[Number(index)] : undefined
  }, answer)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
