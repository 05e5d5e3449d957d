import { Hono, type Context } from 'hono'
import type { DoubleContext } from '../context/double-context.ts'

type Parcel = { id: string; box: string; sender: { name: string }; created_at: string }
type Opening = { id: string; box: string; note: string; request_id: string | null }
type AcmeState = { parcels: Parcel[]; openings: Opening[] }

const KEYS = new Map([
  ['acme-key-ada', { id: 'a1', name: 'ada@acme.example' }],
  ['acme-key-work', { id: 'a2', name: 'work@acme.example' }],
])

/** The API that docs/services.md and its template describe: a service that strangers write down. */
export function acmeRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const read = () => ctx.state<AcmeState>(() => ({ parcels: [], openings: [] }))
  app.get('/', (c) =>
    c.html(
      `<!doctype html><title>Acme</title><h1>Acme</h1><p>${read().openings.length} boxes opened.</p>
      <form method="post" action="/acme/control/parcel"><button>A parcel arrives in the hall</button></form>`,
    ),
  )
  app.post('/control/parcel', (c) => {
    const { parcels } = read()
    const created_at = new Date(ctx.now()).toISOString()
    parcels.unshift({ id: `p${parcels.length + 1}`, box: '7', sender: { name: 'Mona' }, created_at })
    ctx.save()
    return c.redirect('/acme', 303)
  })
  app.use('*', async (c, next) => {
    if (!accountOf(c)) return c.json({ message: 'This key is unknown.' }, 401)
    return next()
  })
  app.get('/me', (c) => c.json(accountOf(c)))
  app.get('/boxes', (c) => c.json({ boxes: [{ id: '7', title: 'Hall' }] }))
  app.get('/boxes/:box/parcels', (c) =>
    c.json({ parcels: read().parcels.filter(({ box }) => box === c.req.param('box')), next_cursor: null }),
  )
  app.post('/boxes/:box/open', async (c) => {
    const { note = '' } = await c.req.json<{ note?: string }>()
    const { openings } = read()
    const request_id = c.req.header('idempotency-key') ?? null
    const before = openings.find((each) => request_id !== null && each.request_id === request_id)
    const opening = before ?? { id: `o${openings.length + 1}`, box: c.req.param('box'), note, request_id }
    if (!before) openings.push(opening)
    ctx.save()
    return c.json({ id: opening.id, url: `https://acme.example/openings/${opening.id}` })
  })
  return app
}

function accountOf(c: Context) {
  return KEYS.get(c.req.header('x-api-key') ?? '')
}
