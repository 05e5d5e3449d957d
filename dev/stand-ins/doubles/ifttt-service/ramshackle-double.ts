import { Hono } from 'hono'
import { html } from 'hono/html'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { faultForm } from '../context/fault-form.ts'
import { createRamshackle, MISBEHAVIORS, RAMSHACKLE_SERVICE_KEY } from './ramshackle.ts'

/** The service that misbehaves as it is told, beside `npm start`. */
export const ramshackleDouble = { module_name: 'ramshackle' as const, name: 'Ramshackle', routes: ramshackleRoutes }

function ramshackleRoutes(ctx: DoubleContext): Hono {
  const { app: api, misbehaves, knock } = createRamshackle(ctx.now)
  const app = new Hono()
  app.get('/', () =>
    standInPage(
      'Ramshackle',
      html`<main class="overview">
        <h1>Ramshackle</h1>
        <p class="lead">A service that speaks IFTTT's protocol as some real ones do.</p>
        <p>Address: <code>${ctx.address}</code><br />Service key: <code>${RAMSHACKLE_SERVICE_KEY}</code></p>
        <form method="post" action="${ctx.address}/control/knock"><button>Knock at the door</button></form>
        <form method="post" action="${ctx.address}/control/misbehave">
          <ul>
            ${MISBEHAVIORS.map(
              (how) =>
                html`<li>
                  <label
                    ><input type="checkbox" name="how" value="${how}" ${misbehaves.has(how) ? 'checked' : ''} />
                    ${how}</label
                  >
                </li>`,
            )}
          </ul>
          <button>Behave so</button>
        </form>
        ${faultForm(ctx)}
      </main>`,
    ),
  )
  app.post('/control/knock', (c) => {
    knock()
    return c.redirect(ctx.address, 303)
  })
  app.post('/control/misbehave', async (c) => {
    const chosen = (await c.req.formData()).getAll('how')
    misbehaves.clear()
    for (const how of MISBEHAVIORS) if (chosen.includes(how)) misbehaves.add(how)
    return c.redirect(ctx.address, 303)
  })
  app.route('/', api)
  return app
}
