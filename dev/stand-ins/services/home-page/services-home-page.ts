import { html } from 'hono/html'
import { doubleNames, doubleSignIns } from '../../doubles/double-routes.ts'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import type { Html } from '../../stand-in/stand-in-page.ts'
import { brandStyle, monogram } from '../../oauth/brand-style.ts'
import { demoId } from '../data/demo-id.ts'
import type { Grant } from '../../oauth/oauth-state.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { momentText } from './moment-text.ts'

/** The page where a developer makes things happen, sees what Applets did, and breaks things on purpose. */
export function servicesHomePage(ctx: ServicesContext): Promise<Response> {
  const grants = ctx.state.grants.toSorted((a, b) => b.grantedAt - a.grantedAt)
  return standInPage(
    'Demo services',
    html`<main class="overview services">
      <h1>Demo services</h1>
      <p class="lead">
        Stand-ins for the services that Applets connect, with real OAuth 2 and invented data. Nothing leaves your
        machine.
      </p>
      <section aria-labelledby="doubles">
        <h2 id="doubles">What happens</h2>
        <p class="lead">
          Each speaks its service's own protocol, or answers with the samples of its file. Its page shows how to connect
          it, makes something happen there that Applets wait for, lists what they did, and makes it slow, down or
          confused. Applets look every few minutes; “Check now” on an Applet's page looks at once.
        </p>
        <ul class="pages">
          ${doubleNames().map(({ module_name, name }) => html`<li><a href="/${module_name}">${name}</a></li>`)}
        </ul>
      </section>
      <section aria-labelledby="grants">
        <h2 id="grants">Live grants</h2>
        ${
          grants.length === 0
            ? emptyGrants()
            : html`<ul class="grants">
                ${grants.map((grant) => grantRow(ctx, grant))}
              </ul>`
        }
      </section>
    </main>`,
  )
}

function emptyGrants(): Html {
  return html`<p class="empty">
    None yet. Connect a service in Switchyard and press Allow. You can then expire or revoke its grant here.
  </p>`
}

function grantRow(ctx: ServicesContext, grant: Grant): Html {
  const service = [demoId, ...doubleSignIns()].find(({ module_name }) => module_name === grant.service)
  if (service === undefined) return html``
  const name = service.accounts.find((account) => account.id === grant.accountId)?.name ?? grant.accountId
  const what = `${service.name}, ${name}`
  return html`<li style="${brandStyle(service.brand_color)}">
    ${monogram(service)}
    <div>
      <b>${service.name}</b> <span>${name}</span>
      <small>Since ${momentText(grant.grantedAt)} · ${tokenState(ctx, grant)} · ${grant.scopes.join(', ')}</small>
    </div>
    <form method="post" action="/grants/${grant.id}/expire">
      <button aria-label="Expire access token: ${what}">Expire access token</button>
    </form>
    <form method="post" action="/grants/${grant.id}/revoke">
      <button aria-label="Revoke: ${what}">Revoke</button>
    </form>
  </li>`
}

function tokenState(ctx: ServicesContext, grant: Grant): Html {
  const ends = grant.accessTokens.map(({ expiresAt }) => expiresAt)
  if (ends.includes(null)) return html`access token for good`
  const until = Math.max(0, ...ends.map(Number))
  return until > ctx.now() ? html`access token until ${momentText(until)}` : html`access token expired`
}
