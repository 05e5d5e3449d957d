import { Hono } from 'hono'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'

type Site = { up: boolean; text: string }

/** A site to watch, at `/site_watch/page`: a developer takes it down, and changes what it says. */
export function siteRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const site = () => ctx.state<Site>(() => ({ up: true, text: 'Open from nine to five.' }))
  app.get('/', () => {
    const { up, text } = site()
    const hint = `It is at ${ctx.address}/page, and ${up ? 'up' : 'down'}.`
    const fields = { up: up ? 'no' : 'yes', text }
    return controlPage(ctx, { title: 'A watched site', hint, buttons: [{ slug: 'set', label: 'Set', fields }] })
  })
  app.post('/control/set', async (c) => {
    const { up, text } = await c.req.parseBody()
    site().up = up === 'yes'
    if (typeof text === 'string') site().text = text
    ctx.save()
    return c.redirect(ctx.address, 303)
  })
  app.get('/page', (c) => {
    if (!site().up) return c.text('Service Unavailable', 503)
    // A script that differs at every visit must not count as a change.
    return c.html(`<!doctype html><title>A site</title><script>visit(${ctx.now()})</script><p>${site().text}</p>`)
  })
  return app
}
