import { Hono } from 'hono'
import type { Context } from 'hono'

/** How services that speak IFTTT's protocol differ from it in real life. */
export type Misbehavior =
  | 'answers errors as text'
  | 'answers errors as HTML'
  | 'refuses for good with 400 and no SKIP'
  | 'answers 500 for an unknown slug'
  | 'answers 404 to DELETE'
  | 'answers 201 to DELETE'
  | 'answers 400 to DELETE'
  | 'ends pages with a null cursor'
  | 'counts timestamps in ms'
  | 'gives new ids at every poll'
  | 'gives a single old item a new id at every poll'
  | 'gives every action the same id'
  | 'says anything at /status'
  | 'answers data that is not a list'

export const RAMSHACKLE_SERVICE_KEY = 'ramshackle-service-key'

type Ramshackle = {
  app: Hono
  misbehaves: Set<Misbehavior>
  calls: { method: string; path: string }[]
  /** Somebody is at the door. */
  knock(): void
}

/** Ramshackle, which speaks the protocol with the service key alone and misbehaves as it is told. */
export function createRamshackle(now: () => number): Ramshackle {
  const misbehaves = new Set<Misbehavior>()
  const calls: Ramshackle['calls'] = []
  let knocks = 6
  const does = (how: Misbehavior) => misbehaves.has(how)
  const app = new Hono().basePath('/ifttt/v1')
  app.use(async (c, next) => {
    calls.push({ method: c.req.method, path: c.req.path })
    await next()
  })
  app.get('/status', (c) => (does('says anything at /status') ? c.html('<h1>It works!</h1>') : c.body(null, 200)))
  app.post('/test/setup', (c) =>
    c.json({ data: { samples: { triggers: { knock: {} }, actions: { shout: { text: 'Hello' } } } } }),
  )
  app.post('/triggers/knock', (c) => {
    if (does('answers data that is not a list')) return c.json({ data: { id: 'one' } })
    if (does('answers errors as text')) return c.text('Come back later', 503)
    if (does('gives a single old item a new id at every poll')) return c.json({ data: [oldKnock()] })
    return c.json({ data: Array.from({ length: 6 }, (_, index) => readKnock(index)) })
  })
  app.delete('/triggers/knock/trigger_identity/:identity', (c) => {
    if (does('answers 404 to DELETE')) return c.text('What?', 404)
    if (does('answers 201 to DELETE')) return c.json({ deleted: 'yes' }, 201)
    if (does('answers 400 to DELETE')) return c.json({ errors: [] }, 400)
    return c.body(null, 204)
  })
  app.post('/queries/rooms', async (c) => {
    const data = [{ room: 'Attic' }, { room: 'Cellar' }]
    return c.json({ data, ...(does('ends pages with a null cursor') && { cursor: null }) })
  })
  app.post('/actions/shout', (c) => {
    if (does('refuses for good with 400 and no SKIP')) return c.json({ errors: [{ message: 'Too loud' }] }, 400)
    if (does('answers errors as HTML')) return c.html('<h1>502 Bad Gateway</h1>', 502)
    const id = does('gives every action the same id') ? 'ok' : crypto.randomUUID()
    return c.json({ data: [{ id }] })
  })
  app.all('*', (c: Context) =>
    does('answers 500 for an unknown slug') ? c.html('<h1>Exception</h1>', 500) : c.json({ errors: [] }, 404),
  )
  return { app, misbehaves, calls, knock: () => void (knocks += 1) }

  function oldKnock() {
    return { door: 'front', meta: { id: crypto.randomUUID(), timestamp: 1_772_357_400 } }
  }

  function readKnock(index: number) {
    const at = now() - index * 60_000
    const id = does('gives new ids at every poll') ? crypto.randomUUID() : `knock-${knocks - index}`
    const timestamp = does('counts timestamps in ms') ? at : Math.floor(at / 1000)
    return { door: 'front', created_at: new Date(at).toISOString(), meta: { id, timestamp } }
  }
}
