import { fillPlaceholders, QueryPromise, sql, type Placeholder, type Query } from 'drizzle-orm'
import type { Db } from './client.ts'
import { refuseSameNames } from './refuse-duplicate-columns.ts'

/** A value now, or the place where a prepared statement takes it later. Text and numbers only: nothing encodes them. */
export type Given<Value> = Value | Placeholder

type Values = Readonly<Record<string, string | number | null>>
type Places<Of extends Values> = { [Name in keyof Of]: Given<Of[Name]> }
type Preparable = { prepare(): Prepared }
type Prepared = { getQuery(): Query; execute(values: Values): unknown }

/**
 * Statements that are built once instead of for each call, which costs more than D1 takes to answer. Each call gives the
 * values, and gets the statements to await or to batch as if they had just been built. Where values may be absent, they
 * are built once for each set of names.
 */
export function prepareOnce<Of extends Values, const Queries extends readonly Preparable[]>(
  build: (db: Db, places: Places<Of>) => Queries,
): (db: Db, values: Of) => Queries {
  const known = new WeakMap<Db, Map<string, Prepared[]>>()
  return (db, values) => {
    const ofDb = known.get(db) ?? new Map<string, Prepared[]>()
    known.set(db, ofDb)
    const names = Object.keys(values).join()
    const prepared = ofDb.get(names) ?? build(db, placesOf(values)).map(prepare)
    ofDb.set(names, prepared)
    return prepared.map((statement) => new BoundStatement(statement, values)) as unknown as Queries
  }
}

function placesOf<Of extends Values>(values: Of): Places<Of> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, sql.placeholder(name)])) as Places<Of>
}

function prepare(query: Preparable): Prepared {
  refuseSameNames(query)
  return query.prepare()
}

class BoundStatement extends QueryPromise<unknown> {
  readonly #prepared: Prepared
  readonly #values: Values

  constructor(prepared: Prepared, values: Values) {
    super()
    this.#prepared = prepared
    this.#values = values
  }

  /** For `db.batch`. */
  _prepare(): Prepared {
    const { sql: text, params } = this.#prepared.getQuery()
    const query = { sql: text, params: fillPlaceholders(params, { ...this.#values }) }
    return Object.assign(Object.create(this.#prepared), { getQuery: () => query })
  }

  override async execute(): Promise<unknown> {
    return this.#prepared.execute(this.#values)
  }
}
