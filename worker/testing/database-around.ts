/** A statement as D1 is asked it. */
type Asked = { query: string; values: readonly unknown[]; statement: D1PreparedStatement }
/** Stands between D1 and what it is asked in one round trip. */
type Around = <Answer>(asked: readonly Asked[], ask: () => Promise<Answer>) => Promise<Answer>

/** This D1 with something around each of its round trips, of which a batch is one. */
export function databaseAround(database: D1Database, around: Around): D1Database {
  const known = new WeakMap<object, Asked>()
  const wrap = (statement: D1PreparedStatement, query: string, values: readonly unknown[] = []) => {
    const asked = { query, values, statement }
    const wrapped: D1PreparedStatement = new Proxy(statement, {
      get: (of, name) => {
        const method: unknown = Reflect.get(of, name)
        if (typeof method !== 'function') return method
        if (name === 'bind') return (...given: unknown[]) => wrap(of.bind(...given), query, given)
        // Rows alone do not say what D1 did for them.
        if (name === 'raw' && /\breturning\b/i.test(query))
          return async () =>
            (await around([asked], () => of.all<object>())).results.map((row): unknown[] => Object.values(row))
        return (...given: unknown[]) => around([asked], async () => Reflect.apply(method, of, given))
      },
    })
    known.set(wrapped, asked)
    return wrapped
  }
  return new Proxy(database, {
    get: (of, name) => {
      const method: unknown = Reflect.get(of, name)
      if (name === 'prepare') return (query: string) => wrap(of.prepare(query), query)
      if (name === 'exec') return (query: string) => around([], () => of.exec(query))
      if (name !== 'batch') return method
      return (statements: D1PreparedStatement[]) => {
        const asked = statements.flatMap((each) => known.get(each) ?? [])
        return around(asked, () => of.batch(asked.map(({ statement }) => statement)))
      }
    },
  })
}

/** How many rows D1 read to answer this, which is what it bills. A select's rows do not say, so it is asked again. */
export async function rowsReadFor(database: D1Database, asked: readonly Asked[], answer: unknown): Promise<number> {
  const told = [answer].flat().filter((each) => typeof each === 'object' && each !== null && 'meta' in each)
  const results = told.length > 0 ? told : await database.batch(asked.map(({ statement }) => statement))
  return (results as D1Result[]).reduce((sum, { meta }) => sum + meta.rows_read, 0)
}
