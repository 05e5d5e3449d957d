import { Column, is, SQL } from 'drizzle-orm'

/**
 * D1 answers a batch with objects keyed by column name, so of two selected columns with one name only one arrives and
 * every value after it moves to the wrong field, silently. Throws with the name; `sql`…`.as('other')` gives another.
 */
export function refuseSameNames(query: unknown): void {
  const seen = new Set<string>()
  for (const name of namesOf(selectedFields(query))) {
    if (seen.has(name)) throw new Error(`In a batch two columns may not both be called "${name}": give one an alias.`)
    seen.add(name)
  }
}

/** What a Drizzle select says it selects; nothing for other statements, which have one table and so no two names. */
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
