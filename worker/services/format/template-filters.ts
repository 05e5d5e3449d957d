import { createHash } from 'node:crypto'
import { findFilter } from '../../contract/ingredients/text-filters.ts'
import { cutBytes, cutText } from './cut-text.ts'
import { dayStart, movedBy, toMoment } from './time-filters.ts'

type Filter = {
  /** How many arguments it takes, and how many at most where some are optional. */
  args: number
  most?: number
  apply(text: string, args: readonly string[], timezone: string): string
}

/** Filters for what services want of a text, beside those that Applets have in their texts. */
const FILTERS: Record<string, Filter> = {
  cut: { args: 1, apply: (text, [most = '']) => cutText(text, Number(most)) },
  bytes: { args: 1, apply: (text, [most = '']) => cutBytes(text, Number(most)) },
  before: { args: 1, apply: (text, [end = '']) => (text.includes(end) ? text.slice(0, text.indexOf(end)) : text) },
  first: { args: 1, apply: (text, [count = '']) => text.slice(0, Number(count)) },
  last: { args: 1, apply: (text, [count = '']) => text.slice(-Number(count)) },
  quote: { args: 1, apply: (text, [quote = '']) => text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) },
  base64: { args: 0, apply: (text) => Buffer.from(text.toWellFormed()).toString('base64') },
  base64url: { args: 0, apply: (text) => Buffer.from(text.toWellFormed()).toString('base64url') },
  host: { args: 0, apply: (text) => (URL.canParse(text) ? new URL(text).host : text) },
  hash: { args: 0, apply: hashOf },
  uuid: { args: 0, most: 1, apply: (text, [version = '8']) => uuidOf(hashOf(text), version) },
  moment: { args: 0, apply: (text, _, timezone) => toMoment(text, timezone) },
  plus: { args: 1, apply: (text, [length = '']) => movedBy(text, length) },
  day_start: { args: 0, apply: (text, _, timezone) => dayStart(text, timezone) },
  seconds: { args: 0, apply: (text) => (text === '' ? '' : String(Math.floor(Date.parse(text) / 1000))) },
  milliseconds: { args: 0, apply: (text) => (text === '' ? '' : String(Date.parse(text))) },
}

/** The text with this filter applied; null where there is no such filter. */
export function applyFilter(name: string, text: string, args: readonly string[], timezone: string): string | null {
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
  return filter ? filter.apply(text, args, timezone) : (findFilter(name)?.apply(text, args, timezone) ?? null)
}

/** What is wrong with the use of a filter, as the end of a sentence; null for a right one. */
export function filterProblem(name: string, args: readonly string[]): string | null {
  const own = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
  const [least, most] = own ? [own.args, own.most ?? own.args] : (findFilter(name)?.args ?? [-1, -1])
  if (most < 0) return `has no filter ${name}`
  if (args.length >= least && args.length <= most) return null
  return `gives ${name} ${args.length} values instead of ${least === most ? least : `${least} to ${most}`}`
}

/** SHA-256, 64 digits in lower case. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.toWellFormed()).digest('hex')
}

/** A UUID whose digits are a hash: of version 8, or 4 for services that know no other. */
function uuidOf(hash: string, version: string): string {
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(13, 16),
    hash.slice(17, 20),
    hash.slice(20, 32),
  ]
  return `${a}-${b}-${version === '4' ? 4 : 8}${c}-8${d}-${e}`
}
