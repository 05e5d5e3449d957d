import { Hono } from 'hono'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { forecastOf, forecastRequest, type SetWeather } from './locationforecast.ts'
import { placeRequest, placesFor } from './photon.ts'

/** For so long a forecast is fresh, in ms. */
const FRESH = 30 * 60_000

/** MET Norway's forecast, as its documentation and terms describe it, and Photon's search of places. */
export function weatherRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const weather = () => ctx.state<SetWeather>(() => ({ temperature: 12, wind: 3, rain: 0, updated_at: ctx.now() }))
  app.get('/', () => {
    const { temperature, wind, rain } = weather()
    const hint = 'The weather in °C, m/s and mm an hour, the same in every place. It is fresh for half an hour.'
    const fields = { temperature: String(temperature), wind: String(wind), rain: String(rain) }
    return controlPage(ctx, { title: 'MET Norway', hint, buttons: [{ slug: 'set', label: 'Set', fields }] })
  })
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
