import { sql, type SQL } from 'drizzle-orm'
import type { applets } from '../../db/schema/applets.ts'
import type { services } from '../../db/schema/connections.ts'

/** The words that a search looks for, at most eight. */
export function wordsOf(q: string): string[] {
  return q.split(/\s+/).filter(Boolean).slice(0, 8)
}

type Searched = typeof services.name | typeof applets.name

/** Not LIKE: D1 takes patterns of 50 bytes at most, and % and _ would have to be escaped. */
export function holdsWord(column: Searched, word: string): SQL {
  return sql`instr(lower(${column}), lower(${word})) > 0`
}
