import { createHash, randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Hono } from 'hono'
import type { AccountState, StoredDatabase } from './account-state.ts'
import { answer, answerPage, found, Refusal } from './api-envelope.ts'
import { runStatements } from './run-statements.ts'

/** D1's API. Statements run on SQLite, one request in one transaction. `origin`: where files for an import are put. */
export function d1Routes(account: AccountState, origin: string) {
  const uploads = new Map<string, string>()
  const database = (idOrName: string): StoredDatabase =>
    found(
      account.databases.get(idOrName) ?? [...account.databases.values()].find(({ info }) => info.name === idOrName),
      7404,
      `The database ${idOrName} could not be found`,
    )
  const run = ({ info, sql, history }: StoredDatabase, text: string, params: readonly string[] = []) => {
    const applied = () => (hasMigrations(sql) ? migrationNames(sql) : [])
    const before = applied().length
    const results = runStatements(sql, text, params)
    history.push([text, params])
    for (const name of applied().slice(before)) account.made.push(`migration ${info.name} ${name}`)
    return results
  }

  return new Hono()
    .get('/', (c) => {
      const all = [...account.databases.values()].map(({ info }) => info)
      const name = c.req.query('name')
      return answerPage(c, name === undefined ? all : all.filter((each) => each.name.includes(name)), 1000)
    })
    .post('/', async (c) => {
      const { name } = await c.req.json<{ name: string }>()
      if (!/^[a-z0-9][a-z0-9-_]*$/.test(name)) throw new Refusal(400, 7400, `The database name ${name} is invalid`)
      if ([...account.databases.values()].some(({ info }) => info.name === name))
        throw new Refusal(400, 7502, `The database with name '${name}' already exists`)
      const uuid = randomUUID()
      const info = { uuid, name, created_at: new Date().toISOString(), version: 'production' }
      account.databases.set(uuid, { info, sql: new DatabaseSync(':memory:'), history: [] })
      account.made.push(`d1 ${name}`)
      return answer(c, info)
    })
    .get('/:database', (c) => answer(c, database(c.req.param('database')).info))
    .post('/:database/query', async (c) => {
      const { sql, params } = await c.req.json<{ sql: string; params?: string[] }>()
      return answer(c, run(database(c.req.param('database')), sql, params))
    })
    .get('/:database/time_travel/bookmark', (c) =>
      answer(c, { bookmark: `${database(c.req.param('database')).history.length}` }),
    )
    .post('/:database/time_travel/restore', (c) => {
      const to = database(c.req.param('database'))
      const bookmark = c.req.query('bookmark')
      const kept = to.history.slice(0, Number(bookmark))
      Object.assign(to, { sql: new DatabaseSync(':memory:'), history: kept })
      for (const [text, params] of kept) runStatements(to.sql, text, params)
      account.made.push(`restored ${to.info.name}`)
      return answer(c, { bookmark, previous_bookmark: bookmark, message: 'Restored' })
    })
    .post('/:database/import', async (c) => {
      const to = database(c.req.param('database'))
      const body = await c.req.json<{ action: string; etag?: string; filename?: string }>()
      if (body.action === 'init') {
        const filename = `${body.etag}.sql`
        return answer(c, {
          success: true,
          filename,
          upload_url: `${origin}/uploads/${filename}`,
          at_bookmark: randomUUID(),
          messages: [],
          type: 'import',
        })
      }
      const text = found(uploads.get(body.filename ?? ''), 7500, 'The file was not uploaded')
      const results = run(to, text)
      return answer(c, {
        success: true,
        type: 'import',
        status: 'complete',
        messages: ['Processed'],
        result: {
          num_queries: results.length,
          final_bookmark: randomUUID(),
          meta: { duration: 1, rows_read: 0, rows_written: 0, size_after: 4096 },
        },
      })
    })
    .put('/uploads/:file', async (c) => {
      const text = await c.req.text()
      uploads.set(c.req.param('file'), text)
      c.header('etag', `"${createHash('md5').update(text).digest('hex')}"`)
      return c.body(null, 200)
    })
}

function hasMigrations(sql: DatabaseSync): boolean {
  return sql.prepare(`select 1 from sqlite_master where name = 'd1_migrations'`).get() !== undefined
}

function migrationNames(sql: DatabaseSync): string[] {
  return sql
    .prepare('select name from d1_migrations order by id')
    .all()
    .map(({ name }) => String(name))
}
