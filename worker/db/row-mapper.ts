import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm'

/** A column that a statement answers, and where its value belongs in the row: at most one object deep. */
export type SelectedField = { path: string[]; field: unknown }
/** By table: false where a join may find no row of it. */
export type JoinedTables = Record<string, boolean>

type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Place = { outer: string | null; name: string; decoder: Decoder | null }
/** An object of a joined table is null where the first column of it is. */
type Nullable = { outer: string; first: string }

/**
 * What Drizzle does with each row of a statement, worked out once: it looks at the class of each column again for each
 * row otherwise, which takes longer than D1 needs for the rows. Null where a row is more than one object deep.
 */
export function rowMapper(fields: readonly SelectedField[], tables: JoinedTables | undefined) {
  if (fields.some(({ path }) => path.length > 2)) return null
  const places = fields.map(({ path, field }): Place => {
    const [name = '', inner] = path
    return inner === undefined
      ? { outer: null, name, decoder: decoderOf(field) }
      : { outer: name, name: inner, decoder: decoderOf(field) }
  })
  const nullable = tables ? nullableObjects(fields, tables) : []
  return (values: readonly unknown[]): Record<string, unknown> => {
    const row: Record<string, unknown> = {}
    for (let n = 0; n < places.length; n++) {
      const place = places[n]
      if (!place) continue
      const raw = values[n]
      const value = raw === null || place.decoder === null ? raw : place.decoder.mapFromDriverValue(raw)
      if (place.outer === null) row[place.name] = value
      else objectIn(row, place.outer)[place.name] = value
    }
    for (const { outer, first } of nullable) if (objectIn(row, outer)[first] === null) row[outer] = null
    return row
  }
}

function objectIn(row: Record<string, unknown>, name: string): Record<string, unknown> {
  return (row[name] ??= {}) as Record<string, unknown>
}

/** Null for one that changes nothing. */
function decoderOf(field: unknown): Decoder | null {
  const decoder: Decoder = is(field, Column) ? field : decoderOfSql(field)
  const { mapFromDriverValue } = decoder
  return mapFromDriverValue === Column.prototype.mapFromDriverValue || decoder === PLAIN ? null : decoder
}

const PLAIN = readDecoder(new SQL([]))

function decoderOfSql(field: unknown): Decoder {
  if (is(field, SQL)) return readDecoder(field)
  return readDecoder(is(field, Subquery) ? field._.sql : Reflect.get(Object(field), 'sql'))
}

function readDecoder(of: unknown): Decoder {
  return Reflect.get(Object(of), 'decoder')
}

function nullableObjects(fields: readonly SelectedField[], tables: JoinedTables): Nullable[] {
  const columns = fields.flatMap(({ path: [outer = '', name], field }) =>
    name !== undefined && is(field, Column) ? [{ outer, name, table: getTableName(field.table) }] : [],
  )
  return [...Map.groupBy(columns, ({ outer }) => outer)].flatMap(([outer, all]) => {
    const [first] = all
    const isOne = all.every(({ table }) => table === first?.table)
    return first && isOne && !tables[first.table] ? [{ outer, first: first.name }] : []
  })
}
