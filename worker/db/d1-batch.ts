import { fillPlaceholders, sql, type Placeholder, type Query } from 'drizzle-orm'
import type { Db } from '../system/d1/client.ts'

/** A value now, or the place where a prepared statement takes it later. Text and numbers only: nothing encodes them. */
export type Given<Value> = Value | Placeholder
/** Each of these values now, or its place. */
export type GivenAll<Of> = { [Name in keyof Of]: Given<Of[Name]> }
type Values = Readonly<Record<string, string | number | null>>

/** As D1 answers a value: flags are numbers, and JSON is text. */
type Stored<Value> = Value extends boolean ? number : Value extends string | number | null ? Value : string
export type StoredRow<Row> = { [Name in keyof Row]: Stored<Row[Name]> }

/** A query of Drizzle or SQL, not run yet. */
export type Statement = { toSQL(): Pick<Query, 'sql' | 'params'> }
export type Select<Row> = Statement & PromiseLike<Row[]>
/**
 * A statement with what makes a row of D1's answer, which is keyed by column name: no two columns may share one, and each is
 * selected by its own name or with `as`.
 */
export type Read<Row> = Statement & { toRow?: ((stored: never) => Row) | undefined }

/** A column keeps its own name in D1's answer, whatever the query calls it. Where its type does not tell it, no query may rename it. */
type NameIn<Selection, Name> = Name extends keyof Selection
  ? Selection[Name] extends { _: { name: infer Own extends string } }
    ? string extends Own
      ? Name
      : Own
    : Name
  : Name
type Named<Row, Of> = Of extends { _: { selection: infer Selection } }
  ? { [Name in keyof Row as NameIn<Selection, Name> & PropertyKey]: Row[Name] }
  : Row

/** Those of a plain query of Drizzle are as D1 answers them. */
export type RowOf<Each> =
  Each extends PromiseLike<(infer Row)[]> ? StoredRow<Named<Row, Each>> : Each extends Read<infer Row> ? Row : never

/** Runs all in one transaction and one round trip. Returns their rows, one statement's after the other's. */
export async function runBatch<Of extends Statement>(db: Pick<Db, '$client'>, statements: readonly Of[]) {
  const answers = await answersOf(db, statements)
  return answers.flat() as RowOf<Of>[]
}

async function answersOf({ $client }: Pick<Db, '$client'>, statements: readonly Statement[]): Promise<unknown[][]> {
  const bound = statements.map((statement) => {
    const written = statement.toSQL()
    return $client.prepare(written.sql).bind(...written.params)
  })
  const answers = await $client.batch(bound)
  return answers.map(({ results }, at) => {
    const toRow = toRowOf(statements[at])
    return toRow ? results.map(toRow) : results
  })
}

type NamedStatements = Readonly<Record<string, Statement | readonly Statement[]>>
export type NamedRows<Statements> = {
  -readonly [Name in keyof Statements]: Statements[Name] extends readonly (infer Each)[]
    ? RowOf<Each>[]
    : RowOf<Statements[Name]>[]
}

/**
 * As `runBatch`, in the order of the names; each statement's rows have its name. A list of statements has one name, and the
 * rows of all that are in it.
 */
export async function runNamed<const Statements extends NamedStatements>(
  db: Pick<Db, '$client'>,
  statements: Statements,
): Promise<NamedRows<Statements>> {
  const named = Object.entries(statements).flatMap(([name, given]) =>
    ('toSQL' in given ? [given] : given).map((statement) => ({ name, statement })),
  )
  const answers = await answersOf(
    db,
    named.map(({ statement }) => statement),
  )
  const rowsOf = (name: string) => answers.filter((_, at) => named[at]?.name === name).flat()
  return Object.fromEntries(Object.keys(statements).map((name) => [name, rowsOf(name)])) as NamedRows<Statements>
}

function toRowOf(statement: Read<unknown> | undefined) {
  return statement?.toRow as ((stored: unknown) => unknown) | undefined
}

/** A query with what makes its rows. */
export function withRows<Row, Made>(query: Select<Row>, toRow: (stored: StoredRow<Row>) => Made): Read<Made> {
  return { toSQL: () => query.toSQL(), toRow }
}

/** A reader of values as D1 answers them, such as a column of Drizzle's. */
type Decoder = { mapFromDriverValue(value: unknown): unknown }
export const FLAG: Decoder = { mapFromDriverValue: Boolean }
export const JSON_TEXT: Decoder = { mapFromDriverValue: (text) => JSON.parse(String(text)) }

/** A query some of whose columns D1 answers as another type, such as those of a whole table. */
export function decoded<Of extends Select<unknown>, const Columns extends Record<string, Decoder>>(
  query: Of,
  columns: Columns,
): Read<DecodedRow<Of, Columns>> {
  return { toSQL: () => query.toSQL(), toRow: decoderOf(columns) as never }
}

type DecodedRow<Of, Columns> =
  Of extends PromiseLike<(infer Row)[]>
    ? { [Name in keyof Named<Row, Of>]: DecodedValue<Named<Row, Of>[Name], Name extends keyof Columns ? true : false> }
    : never
type DecodedValue<Value, IsDecoded> = IsDecoded extends true ? Value : Stored<Value>

/** Decodes these columns of a row. */
export function decoderOf<Row>(columns: Partial<Record<keyof Row, Decoder>>): (stored: StoredRow<Row>) => Row {
  const decoders = Object.entries<Decoder | undefined>(columns)
  return (stored) => {
    const row: Record<string, unknown> = stored
    for (const [name, decoder] of decoders) {
      const value = row[name]
      if (value !== null) row[name] = decoder?.mapFromDriverValue(value)
    }
    return row as Row
  }
}

type Preparable = Statement | Readonly<Record<string, Statement>>

type Prepared<Queries> = Queries extends Statement
  ? Read<RowOf<Queries>>
  : { readonly [At in keyof Queries]: Read<RowOf<Queries[At]>> }

/**
 * A statement, or some with names, whose SQL Drizzle writes once instead of for each call, which costs more
 * than D1 takes to answer. Where values may be absent, it is written once for each set of names.
 */
export function prepared<Of extends Values, const Queries extends Preparable>(
  build: (db: Db, places: GivenAll<Of>) => Queries,
): (db: Db, values: Of) => Prepared<Queries> {
  const known = new Map<string, Written>()
  return (db, values) => {
    const names = Object.keys(values).join()
    const written = known.get(names) ?? write(build(db, placesOf(values)))
    known.set(names, written)
    return written(values) as Prepared<Queries>
  }
}

type Written = (values: Values) => unknown

function placesOf<Of extends Values>(values: Of): GivenAll<Of> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, sql.placeholder(name)])) as GivenAll<Of>
}

function write(queries: Preparable): Written {
  if (isStatement(queries)) return writeOne(queries)
  const named = Object.entries(queries).map(([name, query]) => [name, writeOne(query)] as const)
  return (values) => Object.fromEntries(named.map(([name, each]) => [name, each(values)]))
}

function isStatement(queries: Preparable): queries is Statement {
  return typeof queries === 'object' && 'toSQL' in queries
}

function writeOne(query: Statement): (values: Values) => Read<unknown> {
  const { sql: text, params } = query.toSQL()
  const toRow = toRowOf(query)
  return (values) => ({ toSQL: () => ({ sql: text, params: fillPlaceholders(params, { ...values }) }), toRow })
}
