import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export type ObjectState = ReturnType<typeof newObjectState>

/** The part of their state that our Durable Objects use: SQLite in memory, and an alarm. */
export function newObjectState(id: string, waitUntil: (work: Promise<unknown>) => void) {
  const database = new DatabaseSync(':memory:')
  const statements = new Map<string, StatementSync>()
  let alarm: number | null = null
  let depth = 0

  function exec(sql: string, ...values: SQLInputValue[]) {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    const rows = statement.all(...values)
    return { toArray: () => rows, rowsWritten: 0 }
  }

  /** One may run within another. */
  function transactionSync<Result>(work: () => Result): Result {
    const name = `level_${depth++}`
    database.exec(`savepoint ${name}`)
    try {
      const result = work()
      database.exec(`release ${name}`)
      return result
    } catch (error) {
      database.exec(`rollback to ${name}; release ${name}`)
      throw error
    } finally {
      depth--
    }
  }

  return {
    id,
    storage: {
      sql: { exec },
      transactionSync,
      setAlarm: async (at: number) => void (alarm = at),
      deleteAlarm: async () => void (alarm = null),
      // A forgotten Runner needs it, and no walk forgets one.
      get: async () => undefined,
    },
    alarm: () => alarm,
    waitUntil,
    blockConcurrencyWhile: (work: () => Promise<unknown>) => waitUntil(work()),
  }
}
