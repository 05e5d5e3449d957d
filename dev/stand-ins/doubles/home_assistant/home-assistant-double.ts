import type { HassConfig } from 'home-assistant-js-websocket'
import { Hono } from 'hono'
import { DAY } from '../../../../worker/contract/shared/durations.ts'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { entityObject, historyOf, homeState, setState } from './home-state.ts'

const HINT = 'Connect with the address of this page and any token that begins with eyJ.'
const HISTORY = new Set([
  'filter_entity_id',
  'end_time',
  'minimal_response',
  'no_attributes',
  'significant_changes_only',
])
const SERVICES: Record<string, string | null> = {
  'homeassistant.turn_on': 'on',
  'homeassistant.turn_off': 'off',
  'light.turn_on': 'on',
  'light.turn_off': 'off',
  'climate.set_preset_mode': null,
  'notify.notify': null,
}
const BUTTONS = [
  { slug: 'set', label: 'Set a state', fields: { entity: 'sensor.kitchen', state: '21.5' } },
  { slug: 'history', label: 'Turn the history on or off', fields: { history: 'off' } },
]

/** As Home Assistant answers a status: its reason as text. */
export function refuseAsHome(status: number): Response {
  return new Response(`${status}: ${status === 401 ? 'Unauthorized' : 'Error'}`, { status })
}

/** A Home Assistant at home, by its documented REST API. */
export function homeRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.get('/', () => controlPage(ctx, { title: 'Home Assistant', hint: HINT, buttons: BUTTONS }))
  app.post('/control/set', async (c) => {
    const { entity = '', state = '' } = await c.req.parseBody<Record<string, string>>()
    return setState(ctx, entity, state) ? c.redirect(ctx.address) : c.text('There is no such entity', 404)
  })
  app.post('/control/history', async (c) => {
    const { history } = await c.req.parseBody<Record<string, string>>()
    homeState(ctx).history = history === 'on'
    ctx.save()
    return c.redirect(ctx.address)
  })
  app.post('/api/webhook/:id', async (c) => {
    homeState(ctx).calls.push({ path: `/api/webhook/${c.req.param('id')}`, body: await c.req.json() })
    ctx.save()
    return c.body(null, 200)
  })
  app.use('/api/*', async (c, next) => {
    const isKnown = /^Bearer eyJ[\w.-]*$/.test(c.req.header('authorization') ?? '') && !homeState(ctx).revoked
    return isKnown ? next() : refuseAsHome(401)
  })
  addReads(app, ctx)
  app.post('/api/services/:domain/:service', async (c) => {
    const name = `${c.req.param('domain')}.${c.req.param('service')}`
    const body: { entity_id?: string } = await c.req.json()
    if (!(name in SERVICES)) return c.json({ message: `Action ${name} not found` }, 400)
    homeState(ctx).calls.push({ path: c.req.path.replace(/^.*?\/api/, '/api'), body })
    const [state, entity] = [SERVICES[name], body.entity_id]
    const changed = state != null && entity !== undefined && setState(ctx, entity, state)
    ctx.save()
    return c.json(
      changed
        ? homeState(ctx)
            .entities.filter(({ entity_id }) => entity_id === entity)
            .map(entityObject)
        : [],
    )
  })
  return app
}

function addReads(app: Hono, ctx: DoubleContext): void {
  app.get('/api/config', (c) =>
    c.json({
      location_name: 'Ada’s home',
      version: '2026.3.0',
      state: 'RUNNING',
      components: ['history', 'recorder'],
      time_zone: 'Europe/Berlin',
    } satisfies Partial<HassConfig>),
  )
  app.get('/api/states', (c) => c.json(homeState(ctx).entities.map(entityObject)))
  app.get('/api/states/:id', (c) => {
    const entity = homeState(ctx).entities.find(({ entity_id }) => entity_id === c.req.param('id'))
    return entity ? c.json(entityObject(entity)) : c.json({ message: 'Entity not found.' }, 404)
  })
  app.get('/api/history/period/:start', (c) => {
    if (!homeState(ctx).history) return refuseAsHome(404)
    const query = c.req.query()
    const unknown = Object.keys(query).filter((name) => !HISTORY.has(name))
    if (unknown.length > 0) return c.json({ message: `${unknown.join(', ')} is not known` }, 400)
    const { filter_entity_id: id, end_time } = query
    if (!id) return c.json({ message: 'filter_entity_id is missing' }, 400)
    const start = Date.parse(c.req.param('start'))
    const end = end_time === undefined ? start + DAY : Date.parse(end_time)
    if (Number.isNaN(start) || Number.isNaN(end)) return c.json({ message: 'Invalid datetime' }, 400)
    const entity = homeState(ctx).entities.find(({ entity_id }) => entity_id === id)
    const rows = entity ? historyOf(entity, start, end) : []
    return c.json(rows.length === 0 ? [] : [rows])
  })
}
