import { parseText, type TextPart } from '../../../../worker/contract/ingredients/parse-text.ts'

/** A value that stood where a template has `source`, such as `{{fields.box}}`. */
export type Hole = { name: string; source: string; value: string }

/**
 * How what was sent fits what a file writes. `letters`: how much of it is the file's own text, which says how sure it
 * is. `strange`: what the file would not send, in words.
 */
export type Fit = { letters: number; holes: readonly Hole[]; strange: readonly string[] }

export const EMPTY_FIT: Fit = { letters: 0, holes: [], strange: [] }

/** Several fits as one; null where one of them is none. */
export function joinFits(fits: readonly (Fit | null)[]): Fit | null {
  const found = fits.flatMap((fit) => fit ?? [])
  if (found.length < fits.length) return null
  return {
    letters: found.reduce((sum, { letters }) => sum + letters, 0),
    holes: found.flatMap(({ holes }) => holes),
    strange: found.flatMap(({ strange }) => strange),
  }
}

export function strangeFit(words: string): Fit {
  return { ...EMPTY_FIT, strange: [words] }
}

function partsIn(template: string): TextPart[] {
  return parseText(template, () => true)
}

/** How a text fits a template; null where it was not made of it. */
export function fitText(template: string, text: string): Fit | null {
  const parts = partsIn(template)
  const pattern = parts.map((part) => (part.kind === 'ingredient' ? '([^]*?)' : literal(part.text))).join('')
  const match = new RegExp(`^${pattern}$`).exec(text)
  if (!match) return null
  const holes = parts.flatMap((part) => (part.kind === 'ingredient' ? part : []))
  return {
    letters: parts.reduce((sum, part) => sum + (part.kind === 'ingredient' ? 0 : part.text.length), 0),
    holes: holes.map(({ name, source }, index) => ({ name, source, value: match[index + 1] ?? '' })),
    strange: [],
  }
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** Whether a template may come out empty: it is only values, none of which has a text in its stead. */
export function mayBeEmpty(template: string): boolean {
  return partsIn(template).every(
    (part) => part.kind === 'ingredient' && !part.filters.some(({ name }) => name === 'default'),
  )
}
