import { Hono } from 'hono'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { createLarder, type Larder } from './larder.ts'
import { LARDER_SIGN_IN } from './larder-oauth.ts'
import { LARDER_SERVICE_KEY, type LarderKind } from './larder-api.ts'
import { newLarderState, type LarderAccount } from './larder-state.ts'

/** The strict service that speaks IFTTT's protocol, beside `npm start`. */
export const larderDouble = {
  module_name: 'larder' as const,
  name: 'Larder',
  routes: larderRoutes,
  sign_in: LARDER_SIGN_IN,
}

/** The same kitchens at other addresses, for importing what services of the protocol have and lack. */
const OTHER_KINDS: Record<string, Partial<LarderKind>> = {
  quiet: { names_triggers: false },
  open: { signs_in: false },
}

function larderRoutes(ctx: DoubleContext): Hono {
  const larder = createLarder({ ...ctx, state: ctx.state(newLarderState) })
  larder.tellAt(async (body, headers) => {
    const product = ctx.product()
    if (product === null) return null
    const sent = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(2000) }
    return fetch(`${product}/v1/notifications`, sent).catch(() => null)
  })
  const app = new Hono()
  const { state } = larder
  app.get('/', () => larderPage(ctx, larder))
  app.post('/control/runs_low', async (c) => {
    const form = await c.req.formData()
    const read = (name: string) => String(form.get(name) ?? '')
    await larder.runsLow(accountOf(read('account')), {
      item: read('item'),
      shelf: read('shelf'),
      left: Number(read('left')),
    })
    ctx.save()
    return c.redirect(ctx.address, 303)
  })
  app.post('/control/delivery', async (c) => {
    const form = await c.req.formData()
    await larder.delivers(accountOf(String(form.get('account'))), { sender: String(form.get('sender')), parcels: 1 })
    ctx.save()
    return c.redirect(ctx.address, 303)
  })
  app.use(async (_, next) => {
    await next()
    ctx.save()
  })
  for (const [path, kind] of Object.entries(OTHER_KINDS))
    app.route(`/${path}`, createLarder({ ...ctx, ...kind, state, address: `${ctx.address}/${path}` }).app)
  app.route('/', larder.app)
  return app
}

function accountOf(name: string): LarderAccount {
  return name === 'larder-work' ? name : 'larder-ada'
}

function larderPage(ctx: DoubleContext, { state }: Larder): Promise<Response> {
  const lists = Object.entries(state.kitchens).map(
    ([id, { list }]) => `${id}: ${list.map(({ item, amount }) => `${amount} ${item}`).join(', ') || 'nothing'}`,
  )
  const hint = `A service of another house that speaks IFTTT's protocol, strictly. Its address is ${ctx.address}, its service
    key ${LARDER_SERVICE_KEY}. At ${ctx.address}/quiet its test set-up names no triggers; at ${ctx.address}/open the service
    key alone opens it. Shopping lists: ${lists.join('; ')}.`
  return controlPage(ctx, { title: 'Larder', hint, buttons: BUTTONS })
}

const KITCHEN = { account: 'larder-ada' }
const BUTTONS = [
  { slug: 'runs_low', label: 'It runs low', fields: { ...KITCHEN, shelf: 'spices', item: 'Salt', left: '1' } },
  { slug: 'delivery', label: 'A delivery arrives', fields: { ...KITCHEN, sender: 'Mill & Son' } },
]
