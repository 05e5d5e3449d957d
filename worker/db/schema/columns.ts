import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { customType, integer, text } from 'drizzle-orm/sqlite-core'

import { MINUTE } from '../../contract/shared/durations.ts'

/** Columns of a table, for an expression that an index and a query share. */
export type Columns<Name extends string> = Record<Name, SQLWrapper>

/** A time in ms since 1970, like `Date.now()`. It has no time zone and sorts correctly. */
export function momentColumn<const Name extends string>(name: Name) {
  return integer(name)
}

/** created_at and updated_at, in ms; the verb passes `ctx.now()`. */
export function timestamps() {
  return { created_at: momentColumn('created_at').notNull(), updated_at: momentColumn('updated_at').notNull() }
}

export function flagColumn<const Name extends string>(name: Name) {
  return customType<{ data: boolean; driverData: number }>({
    dataType: () => 'integer',
    toDriver: Number,
    fromDriver: Boolean,
  })(name)
}

/** JSON as text; `.$type<…>()` says its form. */
export function jsonColumn<const Name extends string>(name: Name) {
  return documentColumn<unknown, Name>(name, (stored) => stored)
}

/** JSON whose form grew: `upcast` makes of each that was stored the present one. */
export function documentColumn<Document, const Name extends string>(
  name: Name,
  upcast: (stored: Document) => Document,
) {
  return customType<{ data: Document; driverData: string }>({
    dataType: () => 'text',
    toDriver: (document) => JSON.stringify(document),
    fromDriver: (stored) => upcast(JSON.parse(stored)),
  })(name)
}

/** A prefixed text id such as `usr_…`, made by `ctx.id('usr')`. */
export function primaryId() {
  return text('id').primaryKey()
}

/** The values of a union as a quoted SQL list, for check constraints. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
}

/** Somebody may still be at work on a younger row. */
const LEFT_ALONE = sql.raw(String(5 * MINUTE))

/** When the schedule may take a row that nobody works on, in ms: its lease is over, and it was left alone. */
export function abandonedAt({ leased_until, updated_at }: Columns<'leased_until' | 'updated_at'>): SQL<number> {
  return sql`max(${leased_until}, ${updated_at} + ${LEFT_ALONE})`
}

/** A union's values within an index's condition, where bound values would not match. */
export function isOneOf(column: SQLWrapper, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(sqlList(values))})`
}
