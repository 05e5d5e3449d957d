import { Hono } from 'hono'
import { html } from 'hono/html'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { faultForm } from '../context/fault-form.ts'

type Site = { up: boolean; text: string }

/** A site to watch, at `/site_watch/page`: a developer takes it down, and changes what it says. */
export function siteRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const site = () => ctx.state<Site>(() => ({ up: true, text: 'Open from nine to five.' }))
  app.get('/', () => sitePage(ctx, site()))
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

function sitePage(ctx: DoubleContext, { up, text }: Site): Promise<Response> {
  const at = ctx.address
  return standInPage(
    'A watched site',
    html`<main class="overview services">
      <h1>A watched site</h1>
      <p class="lead"><a href="${at}/page">${at}/page</a></p>
      <form method="post" action="${at}/control/set">
        <p>
          <label><input type="checkbox" name="up" value="yes" ${up ? 'checked' : ''} /> It is up</label>
        </p>
        <p>
          <label>It says <input name="text" value="${text}" /></label>
        </p>
        <button>Set</button>
      </form>
      ${faultForm(ctx)}
    </main>`,
  )
}
