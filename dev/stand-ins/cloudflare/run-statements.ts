import type { DatabaseSync } from 'node:sqlite'
import { Refusal } from './api-envelope.ts'

/** Runs all statements of a text or none, as D1 does, and answers each one's rows. */
export function runStatements(sql: DatabaseSync, text: string, params: readonly string[]) {
  sql.exec('begin')
  try {
    const results = [...eachResult(sql, text, params)]
    sql.exec('commit')
    return results
  } catch (error) {
    sql.exec('rollback')
    throw new Refusal(400, 7500, `${error instanceof Error ? error.message : error}: SQLITE_ERROR`)
  }
}

function* eachResult(sql: DatabaseSync, text: string, params: readonly string[]) {
  let rest = withoutLeadingComments(text)
  while (rest !== '') {
    const statement = sql.prepare(rest)
    const results = statement.all(...params)
    yield {
      success: true,
      results,
      meta: { duration: 0.1, rows_read: results.length, rows_written: 0, changes: 0, size_after: 4096 },
    }
    // SQLite keeps the text of the first statement alone.
    rest = withoutLeadingComments(rest.slice(statement.sourceSQL.length))
  }
}

function withoutLeadingComments(text: string): string {
  return text.replace(/^(?:\s|;|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, '')
}
