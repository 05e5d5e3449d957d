import { fillPlaceholders, QueryPromise, sql, type Placeholder, type Query } from 'drizzle-orm'
import type { Db } from './client.ts'
import { rowMapper, type JoinedTables, type SelectedField } from './row-mapper.ts'
import { isSharingReads } from './shared-reads.ts'

/** A value now, or the place where a prepared statement takes it later. Text and numbers only: nothing encodes them. */
export type Given<Value> = Value | Placeholder

type Values = Readonly<Record<string, string | number | null>>
/** Each of these values now, or its place. */
export type GivenAll<Of> = { [Name in keyof Of]: Given<Of[Name]> }
type Preparable = { prepare(): Prepared }
type Prepared = {
  getQuery(): Query
  execute(values: Values): unknown
  fields?: SelectedField[] | undefined
  joinsNotNullableMap?: JoinedTables | undefined
  mapAllResult?(rows: unknown, isFromBatch?: boolean): unknown
}
/** As `prepared.all` has the rows, and as a batch has them. */
type Answered = { results: Record<string, unknown>[] }

/**
 * A statement, or a list of them, that is built once instead of for each call, which costs more than D1 takes to answer. Each call gives the
 * values, and gets what to await or to batch as if it had just been built. Where values may be absent, it is
 * built once for each set of names.
 */
export function prepareOnce<Of extends Values, const Queries extends Preparable | readonly Preparable[]>(
  build: (db: Db, places: GivenAll<Of>) => Queries,
): (db: Db, values: Of) => Queries {
  const known = new WeakMap<D1Database, Map<string, Prepared | Prepared[]>>()
  return (db, values) => {
    const ofDb = known.get(db.$client) ?? new Map<string, Prepared | Prepared[]>()
    known.set(db.$client, ofDb)
    const names = Object.keys(values).join()
    const prepared = ofDb.get(names) ?? prepareAll(build(db, placesOf(values)))
    ofDb.set(names, prepared)
    const bind = (statement: Prepared) => new BoundStatement(db, statement, values)
    return (Array.isArray(prepared) ? prepared.map(bind) : bind(prepared)) as unknown as Queries
  }
}

function placesOf<Of extends Values>(values: Of): GivenAll<Of> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, sql.placeholder(name)])) as GivenAll<Of>
}

function prepareAll(queries: Preparable | readonly Preparable[]): Prepared | Prepared[] {
  return 'prepare' in queries ? prepare(queries) : queries.map(prepare)
}

function prepare(query: Preparable): Prepared {
  const prepared = query.prepare()
  const mapRow = prepared.fields && rowMapper(prepared.fields, prepared.joinsNotNullableMap)
  if (!mapRow) return prepared
  return Object.assign(prepared, {
    mapAllResult: (rows: unknown[][] | Answered, isFromBatch = false) =>
      isFromBatch && 'results' in rows
        ? rows.results.map((row) => mapRow(Object.values(row)))
        : (rows as unknown[][]).map(mapRow),
  })
}

class BoundStatement extends QueryPromise<unknown> {
  readonly #db: Db
  readonly #prepared: Prepared
  readonly #values: Values

  constructor(db: Db, prepared: Prepared, values: Values) {
    super()
    this.#db = db
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
    if (!isSharingReads()) return this.#prepared.execute(this.#values)
    const [result] = await this.#db.batch([this as never])
    return result
  }
}
