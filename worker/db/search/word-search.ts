import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** The words that a search looks for, at most eight. */
export function wordsOf(q: string): string[] {
  return q.split(/\s+/).filter(Boolean).slice(0, 8)
}

/** Not LIKE: D1 takes patterns of 50 bytes at most, and % and _ would have to be escaped. */
export function holdsWord(column: SQLWrapper, word: string): SQL {
  return sql`instr(lower(${column}), lower(${word})) > 0`
}
