import { Hono } from 'hono'
import { html } from 'hono/html'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { faultForm } from '../context/fault-form.ts'
import { createLarder, type Larder } from './larder.ts'
import { LARDER_SIGN_IN } from './larder-oauth.ts'
import { LARDER_SERVICE_KEY, type LarderKind } from './larder-api.ts'
import { LARDER_ACCOUNTS, LARDER_SHELVES, newLarderState, type LarderAccount } from './larder-state.ts'

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
  const accounts = Object.entries(LARDER_ACCOUNTS).map(([id, name]) => html`<option value="${id}">${name}</option>`)
  const shelves = LARDER_SHELVES.map(({ value, label }) => html`<option value="${value}">${label}</option>`)
  return standInPage(
    'Larder',
    html`<main class="overview">
      <h1>Larder</h1>
      <p class="lead">A service of another house that speaks IFTTT's protocol, strictly.</p>
      <p>Address: <code>${ctx.address}</code><br />Service key: <code>${LARDER_SERVICE_KEY}</code></p>
      <p>
        At <code>${ctx.address}/quiet</code> its test set-up names no triggers; at <code>${ctx.address}/open</code> the
        service key alone opens it.
      </p>
      <h2>Something runs low</h2>
      <form method="post" action="${ctx.address}/control/runs_low">
        <label
          >Kitchen
          <select name="account">
            ${accounts}
          </select></label
        >
        <label
          >Shelf
          <select name="shelf">
            ${shelves}
          </select></label
        >
        <label>Item <input name="item" value="Salt" required /></label>
        <label>Left <input name="left" type="number" value="1" required /></label>
        <button>It runs low</button>
      </form>
      <h2>A delivery</h2>
      <form method="post" action="${ctx.address}/control/delivery">
        <label
          >Kitchen
          <select name="account">
            ${accounts}
          </select></label
        >
        <label>Sender <input name="sender" value="Mill &amp; Son" required /></label>
        <button>It arrives</button>
      </form>
      <h2>Shopping lists</h2>
      <ul>
        ${Object.entries(state.kitchens).map(([id, { list }]) => html`<li>${id}: ${list.map(({ item, amount }) => `${amount} ${item}`).join(', ') || 'nothing'}</li>`)}
      </ul>
      <h2>Refused requests</h2>
      <ul>
        ${state.calls
          .filter(({ status }) => status >= 400)
          .slice(-20)
          .map(({ method, path, status }) => html`<li>${method} ${path}: ${status}</li>`)}
      </ul>
      ${faultForm(ctx)}
    </main>`,
  )
}
