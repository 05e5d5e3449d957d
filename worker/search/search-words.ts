/** More words than a search needs; each costs a look into the index. */
const WORDS = 8

/**
 * The search as a query of SQLite's FTS5: each word, or one that begins with it. Null for a text without a word. Words
 * consist of letters and digits alone and are quoted, so nothing in them is syntax.
 */
export function matchOf(q: string): string | null {
  const words = new Set(q.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu))
  return words.size === 0
    ? null
    : [...words]
        .slice(0, WORDS)
        .map((word) => `"${word}"*`)
        .join(' ')
}
