import { parseText, type FilterCall } from './parse-text.ts'
import { findFilter, RENDERED_MAX } from './text-filters.ts'

type Values = {
  /** An ingredient's value by its name as written, such as `RepositoryName`; undefined where there is none. */
  value: (name: string) => string | number | boolean | null | undefined
  /** The user's zone, for `date`. */
  timezone: string
  /** ms: what `{{Now}}` is. */
  now: number
}

/**
 * A text with its ingredients filled in. Never throws: an unknown ingredient and one without a value are empty,
 * an unknown filter changes nothing, and what cannot be read stays as it stands. Half a character, also one that the
 * limit cuts, is replaced: no request can hold it.
 */
export function renderText(text: string, values: Values): string {
  if (!text.includes('{{')) return text.slice(0, RENDERED_MAX).toWellFormed()
  let rendered = ''
  for (const part of parseText(text)) {
    if (rendered.length >= RENDERED_MAX) break
    rendered += part.kind === 'ingredient' ? applyFilters(part.name, part.filters, values) : part.text
  }
  return rendered.slice(0, RENDERED_MAX).toWellFormed()
}

function applyFilters(name: string, filters: readonly FilterCall[], values: Values): string {
  const value = values.value(name) ?? (name === 'Now' ? new Date(values.now).toISOString() : null)
  let text = value === null ? '' : String(value).slice(0, RENDERED_MAX)
  for (const { name: filter, args } of filters) {
    text = findFilter(filter)?.apply(text, args, values.timezone).slice(0, RENDERED_MAX) ?? text
  }
  return text
}
