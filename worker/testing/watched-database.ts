import { env } from 'cloudflare:test'
import { connect, type Db } from '../system/d1/client.ts'
import { databaseLike } from './round-trips.ts'

/** `queries`: those that D1 has answered outside of batches. */
type Watch = { rows_read: number; statements: number; queries: string[] }

/** A Db that counts what its statements read, as D1 bills it, and refuses statements with one of these bound values. */
export function watchedDb(refused: readonly string[] = []): { db: Db; watch: Watch } {
  const watch: Watch = { rows_read: 0, statements: 0, queries: [] }
  const real = new WeakMap<object, { statement: D1PreparedStatement; values: readonly unknown[] }>()
  const wrap = (query: string, statement: D1PreparedStatement, values: readonly unknown[]): object => {
    const run = async () => {
      refuse(values)
      const result = note(await statement.all<Record<string, unknown>>())
      watch.queries.push(query)
      return result
    }
    const wrapped = {
      bind: (...given: unknown[]) => wrap(query, statement.bind(...given), given),
      all: run,
      run,
      // The rows as objects would lose columns with the same name, so a select is made again.
      raw: async () => {
        const { results } = await run()
        return query.startsWith('select') ? statement.raw() : results.map((row) => Object.values(row))
      },
    }
    real.set(wrapped, { statement, values })
    return wrapped
  }
  const note = <Result extends D1Result>(result: Result): Result => {
    watch.rows_read += result.meta.rows_read
    watch.statements += 1
    return result
  }
  const refuse = (values: readonly unknown[]) => {
    if (values.some((value) => refused.includes(String(value)))) throw new Error('D1 refuses this row.')
  }
  const database = databaseLike({
    prepare: (query: string) => wrap(query, env.DB.prepare(query), []),
    batch: async (given: object[]) => {
      const each = given.flatMap((statement) => real.get(statement) ?? [])
      for (const { values } of each) refuse(values)
      const results = await env.DB.batch(each.map(({ statement }) => statement))
      return results.map((result) => note(result))
    },
  })
  return { db: connect(database), watch }
}
