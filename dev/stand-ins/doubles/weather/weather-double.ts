import { Hono } from 'hono'
import { html } from 'hono/html'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { faultForm } from '../context/fault-form.ts'
import { forecastOf, forecastRequest, type SetWeather } from './locationforecast.ts'
import { placeRequest, placesFor } from './photon.ts'

/** For so long a forecast is fresh, in ms. */
const FRESH = 30 * 60_000

/** MET Norway's forecast, as its documentation and terms describe it, and Photon's search of places. */
export function weatherRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const weather = () => ctx.state<SetWeather>(() => ({ temperature: 12, wind: 3, rain: 0, updated_at: ctx.now() }))
  app.get('/', () => weatherPage(ctx, weather()))
  app.post('/control/set', async (c) => {
    const form = await c.req.parseBody()
    for (const name of ['temperature', 'wind', 'rain'] as const) {
      const value = Number(form[name])
      if (form[name] !== undefined && !Number.isNaN(value)) weather()[name] = value
    }
    weather().updated_at = ctx.now()
    ctx.save()
    return c.redirect(ctx.address, 303)
  })
  app.get('/weatherapi/locationforecast/2.0/compact', (c) => {
    // Its terms: a sender without a contact is refused, and so are needless decimals.
    if (!/[@/]/.test(c.req.header('user-agent') ?? '')) return c.text('Forbidden: missing User-Agent', 403)
    const request = forecastRequest.safeParse(c.req.query())
    if (!request.success) return c.text(`Bad Request: ${request.error.issues[0]?.path.join('.')}`, 400)
    const { updated_at } = weather()
    const modified = new Date(updated_at).toUTCString()
    c.header('expires', new Date(ctx.now() + FRESH).toUTCString())
    c.header('last-modified', modified)
    if (c.req.header('if-modified-since') === modified) return c.body(null, 304)
    return c.json(forecastOf(weather(), [Number(request.data.lat), Number(request.data.lon)], ctx.now()))
  })
  app.get('/api', (c) => {
    const request = placeRequest.safeParse(c.req.query())
    if (!request.success) return c.json({ message: `missing search term 'q': /?q=berlin` }, 400)
    return c.json(placesFor(request.data.q, Number(request.data.limit)))
  })
  return app
}

function weatherPage(ctx: DoubleContext, { temperature, wind, rain }: SetWeather): Promise<Response> {
  const field = (name: string, label: string, value: number) =>
    html`<p>
      <label>${label} <input name="${name}" type="number" step="0.1" value="${value}" /></label>
    </p>`
  return standInPage(
    'MET Norway',
    html`<main class="overview services">
      <h1>MET Norway</h1>
      <p class="lead">The weather, the same in every place. It is fresh for half an hour.</p>
      <form method="post" action="${ctx.address}/control/set">
        ${field('temperature', 'Degrees Celsius', temperature)} ${field('wind', 'Wind, meters a second', wind)}
        ${field('rain', 'Rain, millimeters an hour', rain)}
        <button>Set</button>
      </form>
      ${faultForm(ctx)}
    </main>`,
  )
}
