import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'

/** D1 has no interactive transactions, so `transaction` is omitted: use `db.batch`. */
export type Db = Omit<DrizzleD1Database & { $client: D1Database }, 'transaction'>

/** One for each binding, not for each request. Without a schema, as `db.query` is not used: it costs time and bytes. */
const connected = new WeakMap<D1Database, Db>()

export function connect(database: D1Database): Db {
  const known = connected.get(database)
  if (known) return known
  const db = drizzle(database)
  connected.set(database, db)
  return db
}
