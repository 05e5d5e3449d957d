import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SqlValue } from '../../../system/context/object-world.ts'
import type { RunnerWorld } from '../world/world.ts'

/** A Durable Object's storage: SQLite in this process. It survives a simulated crash, as a disk does. */
export class SimulatedStorage {
  readonly #db = new DatabaseSync(':memory:')
  readonly #statements = new Map<string, StatementSync>()
  #depth = 0
  /** After so many statements one fails, as on a full disk; null for none. */
  failsIn: number | null = null
  /** Sees every statement with the rows that it gave. */
  onRows: (query: string, rows: unknown[]) => void = () => {}

  sql: RunnerWorld['sql'] = <Row>(query: string, ...values: SqlValue[]): Row[] => {
    if (this.failsIn !== null && this.failsIn-- <= 0) {
      this.failsIn = null
      throw new Error('The disk failed.')
    }
    const rows = this.peek<Row>(query, ...values)
    this.onRows(query, rows)
    return rows
  }

  /** Reads as a test does: unseen and without faults. */
  peek<Row>(query: string, ...values: SqlValue[]): Row[] {
    const statement = this.#statements.get(query) ?? this.#db.prepare(query)
    this.#statements.set(query, statement)
    return statement.all(...values).map((row) => ({ ...row }) as Row)
  }

  /** Rows that statements changed since the start, indexes left out. */
  get written(): number {
    return Number(this.#db.prepare('select total_changes() as n').get()?.['n'])
  }

  transaction: RunnerWorld['transaction'] = (work) => {
    const name = `level_${this.#depth++}`
    this.#db.exec(`savepoint ${name}`)
    try {
      const result = work()
      this.#db.exec(`release ${name}`)
      return result
    } catch (error) {
      this.#db.exec(`rollback to ${name}; release ${name}`)
      throw error
    } finally {
      this.#depth--
    }
  }
}
