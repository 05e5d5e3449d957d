/** More words than a search needs; each costs a look into the index. */
const WORDS = 8

/** A search as queries of SQLite's FTS5: of texts, and of the names, descriptions and services of steps. */
export type SearchMatch = { texts: string; steps: string }

/**
 * Each word, or one that begins with it. Null for a text without a word. Words consist of letters and digits alone and are
 * quoted, so nothing in them is syntax. Descriptions of steps have whole words only: all of them begin with “Starts”.
 */
export function matchOf(q: string): SearchMatch | null {
  const words = [...new Set(q.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu))].slice(0, WORDS)
  if (words.length === 0) return null
  return {
    texts: words.map((word) => `"${word}"*`).join(' '),
    steps: words.map((word) => `({name service} : "${word}"* OR description : "${word}")`).join(' AND '),
  }
}
