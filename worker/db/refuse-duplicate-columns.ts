import { Column, is, SQL } from 'drizzle-orm'

/**
 * D1 answers a batch with objects keyed by column name: of two columns with the same name only one arrives, and every
 * value after it silently moves to the wrong field. Throws with the name; `sql`…`.as('other')` renames a column.
 */
export function refuseSameNames(query: unknown): void {
  const seen = new Set<string>()
  for (const name of namesOf(selectedFields(query))) {
    if (seen.has(name)) throw new Error(`In a batch two columns may not both be called "${name}": give one an alias.`)
    seen.add(name)
  }
}

/** The columns of a Drizzle select. Other statements use one table, so their names cannot repeat. */
function selectedFields(query: unknown): object {
  const told = at(at(query, 'config'), 'fields')
  return typeof told === 'object' && told !== null ? told : {}
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function namesOf(fields: object): string[] {
  return Object.values(fields).flatMap((field: unknown) => {
    if (is(field, Column)) return [field.name]
    if (is(field, SQL.Aliased)) return [field.fieldAlias]
    return typeof field === 'object' && field !== null && !is(field, SQL) ? namesOf(field) : []
  })
}
