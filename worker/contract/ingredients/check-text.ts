import { SENTENCES } from '../errors.ts'
import { parseText } from './parse-text.ts'
import { FILTER_NAMES, findFilter } from './text-filters.ts'

/**
 * Finds the problem with a text with ingredients, as a sentence for its author, or null. `known`: the names that it may
 * use, such as `StarredBy` and `GitHub.openIssues.IssueTitle`; `Now` is always there.
 */
export function checkText(text: string, known: readonly string[]): string | null {
  for (const part of parseText(text)) {
    if (part.kind === 'text') continue
    if (part.kind === 'broken') return SENTENCES.broken_ingredient(part.text.slice(0, 40))
    if (part.name !== 'Now' && !known.includes(part.name)) return SENTENCES.unknown_ingredient(quoted(part.name, known))
    for (const { name, args } of part.filters) {
      const filter = findFilter(name)
      if (!filter) return SENTENCES.unknown_text_filter(quoted(name, FILTER_NAMES))
      const [least, most] = filter.args
      if (args.length < least || args.length > most) return SENTENCES.text_filter_values(name)
    }
  }
  return null
}

function quoted(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  return near === null ? `"${name}"` : `"${name}" (did you mean "${near}"?)`
}

/** The known name that differs least, if it differs little. */
function nearest(name: string, known: readonly string[]): string | null {
  const wanted = name.toLowerCase().slice(0, 60)
  const distances = known.map((each) => ({ each, distance: editDistance(wanted, each.toLowerCase().slice(0, 60)) }))
  const best = distances.toSorted((left, right) => left.distance - right.distance)[0]
  return best !== undefined && best.distance <= Math.max(2, wanted.length / 3) ? best.each : null
}

/** Levenshtein's distance, row by row. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [at, char] of [...left].entries()) {
    const next = [at + 1]
    for (const [index, other] of [...right].entries()) {
      const changed = (row[index] ?? 0) + (char === other ? 0 : 1)
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
