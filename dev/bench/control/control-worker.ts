import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'

const ROW = 'select id, friendly_id, name, created_at from applets where id = ?'
const WRITE = 'update applets set updated_at = updated_at + 1 where id = ?'
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** A bare Durable Object: what a call waits for at least that asks a Runner. */
export class BareObject extends DurableObject<Bindings> {
  readonly #sql: SqlStorage

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env)
    this.#sql = state.storage.sql
    this.#sql.exec('create table if not exists event (id integer primary key, body text not null)')
  }

  async read(): Promise<number> {
    return this.#sql.exec('select id from event order by id desc limit 1').toArray().length
  }

  /** Answered once the row is on disk. */
  async write(body: string): Promise<number> {
    this.#sql.exec('insert into event (body) values (?)', body)
    return 1
  }

  /** What a run writes at least, after the answer: that it was taken, its effect in D1, and that it ended. */
  async writeAndRun(body: string): Promise<number> {
    await this.write(body)
    this.ctx.waitUntil(this.#run())
    return 1
  }

  async #run(): Promise<void> {
    const [row] = this.#sql.exec('update event set body = body where id = (select max(id) from event) returning id')
    await this.env.DB.prepare(WRITE).bind(1).run()
    this.#sql.exec('update event set body = body where id = ?', Number(row?.['id']))
  }
}

type Bindings = {
  DB: D1Database
  CACHE: KVNamespace
  BARE: DurableObjectNamespace<BareObject>
}

/** What a call does at least, with nothing around it: the product is measured in multiples of this. */
export default new Hono<{ Bindings: Bindings }>()
  .get('/', (c) => c.json({ ok: true }))
  // `?kv` and `?object`: a read of KV and of an object after the batch, one after the other as in the product.
  .get('/reads/:count', async (c) => {
    const { DB, CACHE } = c.env
    const statements = Array.from({ length: Number(c.req.param('count')) }, (_, n) => DB.prepare(ROW).bind(n + 1))
    const rows = (await DB.batch(statements)).map(({ results }) => results)
    const kept = c.req.query('kv') === undefined ? null : await CACHE.get('bench')
    const found = c.req.query('object') === undefined ? null : await bareObject(c.env).read()
    return c.json({ rows, kept, found })
  })
  .get('/read', async (c) => c.json(await c.env.DB.prepare(ROW).bind(1).first()))
  .get('/write', async (c) => c.json((await c.env.DB.prepare(WRITE).bind(1).run()).success))
  // `?run`: as a hook whose event starts a run.
  .post('/object', async (c) => {
    const [object, body] = [bareObject(c.env), await c.req.text()]
    return c.json(await (c.req.query('run') === undefined ? object.write(body) : object.writeAndRun(body)))
  })
  // As worker/accounts/password-hash.ts hashes.
  .get('/scrypt', async (c) => {
    const options = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 }
    const key = await derive('correct horse battery', randomBytes(16), 32, options)
    return c.json(key.length)
  })

function bareObject({ BARE }: Bindings) {
  return BARE.get(BARE.idFromName('bench'))
}
