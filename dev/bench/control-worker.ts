import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { D1Database } from '@cloudflare/workers-types'
import { Hono } from 'hono'

const ROW = 'select id, friendly_id, name, created_at from applets where id = ?'
const WRITE = 'update applets set updated_at = updated_at + 1 where id = ?'
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** What a call does at least, with nothing around it: the product is measured in multiples of this. */
export default new Hono<{ Bindings: { DB: D1Database } }>()
  .get('/', (c) => c.json({ ok: true }))
  .get('/reads/:count', async (c) => {
    const { DB } = c.env
    const statements = Array.from({ length: Number(c.req.param('count')) }, (_, n) => DB.prepare(ROW).bind(n + 1))
    return c.json((await DB.batch(statements)).map(({ results }) => results))
  })
  .get('/read', async (c) => c.json(await c.env.DB.prepare(ROW).bind(1).first()))
  .get('/write', async (c) => c.json((await c.env.DB.prepare(WRITE).bind(1).run()).success))
  // As worker/accounts/password-hash.ts hashes.
  .get('/scrypt', async (c) => {
    const options = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 }
    const key = await derive('correct horse battery', randomBytes(16), 32, options)
    return c.json(key.length)
  })
