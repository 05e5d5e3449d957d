import { integer, text } from 'drizzle-orm/sqlite-core'

/** A time in ms since 1970, like `Date.now()`. It has no time zone and sorts correctly. */
export function momentColumn(name: string) {
  return integer(name)
}

/** created_at and updated_at, in ms; the verb passes `ctx.now()`. */
export function timestamps() {
  return { created_at: momentColumn('created_at').notNull(), updated_at: momentColumn('updated_at').notNull() }
}

export function flagColumn(name: string) {
  return integer(name, { mode: 'boolean' })
}

/** A prefixed text id such as `usr_…`, made by `ctx.id('usr')`. */
export function primaryId() {
  return text('id').primaryKey()
}

/** The values of a union as a quoted SQL list, for check constraints. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
}
