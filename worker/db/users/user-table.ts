import { eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SealedColumns } from './sealed-columns.ts'

type Columns = Record<string, SQLiteColumn>

/** The product's clock and the real one, in ms. */
export type Times = { now: number; realNow: number }

/** Rows whose `time` lies before `end` go. `inOrder`: a log, whose rows come in order, so that it needs no index by time. */
export type Expiry = {
  time: SQLiteColumn
  end(times: Times): number | string
  inOrder?: true
  /** The condition of a partial index. */
  which?: SQL
}

/** A user's data in one table. */
export type UserTable = {
  table: SQLiteTable
  isTheirs(user_id: string): SQL
  /**
   * Its list in the file that users download. Columns are named one by one, so that no key, hash or token gets in with a
   * new one. Null: nothing that they could read.
   */
  download: { name: string; columns: Columns } | null
  /** The effect on it of the account's deletion: its rows go, a portion at a time, or why they stay. */
  deletion: 'erased' | `kept: ${string}`
  /**
   * The effect on it of a first verification by reset. Somebody who joined with another person's address may have left
   * anything in it, waiting for that person to arrive: what could act or open the account later is dropped.
   */
  first_verification: 'dropped' | `changed: ${string}` | `kept: ${string}`
  /** How long rows are kept while the account lives; without it, as long as it does or as their own verbs say. */
  expiry?: Expiry
  /** Sealed by TOKEN_KEYS, and sealed again after a rotation. */
  sealed?: SealedColumns
}

type Facts = Omit<UserTable, 'table' | 'isTheirs'>

export function ofUser(table: SQLiteTable & { user_id: SQLiteColumn }, facts: Facts): UserTable {
  return { table, isTheirs: (user_id) => eq(table.user_id, user_id), ...facts }
}

export function pick<Table extends SQLiteTable, Name extends keyof Table & string>(
  table: Table,
  names: readonly Name[],
): Columns {
  const entries = names.map((name) => [name, table[name]])
  // Object.fromEntries loses the type of the columns.
  return Object.fromEntries(entries) as Columns
}

export function expired(time: SQLiteColumn): Expiry {
  return { time, end: ({ now }) => now }
}

/** Of what a browser began, which goes by the real time. */
export function expiredReally(time: SQLiteColumn): Expiry {
  return { time, end: ({ realNow }) => realNow }
}

export function olderThan(ms: number, time: SQLiteColumn): Expiry {
  return { time, end: ({ now }) => now - ms }
}
