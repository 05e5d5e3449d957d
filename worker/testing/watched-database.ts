import { env } from 'cloudflare:test'
import { connect, type Db } from '../system/d1/client.ts'
import { databaseAround, rowsReadFor } from './database-around.ts'

/** `queries`: those that D1 has answered outside of batches. */
type Watch = { rows_read: number; statements: number; queries: string[] }

/** A Db that counts what its statements read, and refuses statements with one of these bound values. */
export function watchedDb(refused: readonly string[] = []): { db: Db; watch: Watch } {
  const watch: Watch = { rows_read: 0, statements: 0, queries: [] }
  const database = databaseAround(env.DB, async (asked, ask) => {
    if (asked.some(({ values }) => values.some((value) => refused.includes(String(value)))))
      throw new Error('D1 refuses this row.')
    const answer = await ask()
    watch.rows_read += await rowsReadFor(env.DB, asked, answer)
    watch.statements += asked.length
    if (asked.length === 1) watch.queries.push(...asked.map(({ query }) => query))
    return answer
  })
  return { db: connect(database), watch }
}
