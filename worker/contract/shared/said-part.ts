/**
 * A piece of a sentence about a step: words, something that somebody set, or an ingredient by its name. `yours`: the
 * viewer set it, and may change it.
 */
export type SaidPart = { kind: 'text' | 'ingredient'; text: string } | { kind: 'value'; text: string; yours: boolean }

/** The sentence as plain text. */
export function plainText(parts: readonly SaidPart[]): string {
  return parts.map(({ text }) => text).join('')
}
