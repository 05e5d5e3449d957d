import { html } from 'hono/html'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import type { Html } from '../../stand-in/stand-in-page.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { client } from './registered-client.ts'
import { inkOn } from '../data/services.ts'
import type { ProviderAccount, StandInService } from '../data/services.ts'

/** Asks once per authorization. The form posts to its own address, so the request stays in the query. */
export function consentPage(service: StandInService, request: AuthorizationRequest): Promise<Response> {
  const chosen = service.accounts.find((account) => account.id === request.loginHint) ?? service.accounts[0]
  return standInPage(
    `Allow ${client.name}? – ${service.name}`,
    html`<main class="consent" style="${brandStyle(service.brand_color)}">
      <header>${monogram(service)}<span>${service.name}</span></header>
      <form method="post">
        <h1>${client.name} wants to use your ${service.name} account</h1>
        <h2>It may</h2>
        <ul>
          ${request.scopes.map((scope) => html`<li>${service.scopes[scope]}</li>`)}
        </ul>
        <fieldset>
          <legend>Account</legend>
          ${service.accounts.map((account) => accountChoice(account, account === chosen))}
        </fieldset>
        <div class="buttons">
          <button name="decision" value="allow" class="allow">Allow</button>
          <button name="decision" value="deny">Deny</button>
        </div>
        <p>
          You return to <b>${new URL(request.redirectUri).host}</b> either way. You can revoke access on the
          <a href="/">demo services page</a>. This stand-in runs on your machine, and nothing leaves it.
        </p>
      </form>
    </main>`,
  )
}

/** Shown instead of a redirect when the redirect address cannot be trusted (RFC 6749 §4.1.2.1). */
export function untrustedPage(service: StandInService, reason: string): Promise<Response> {
  return standInPage(
    `Invalid request – ${service.name}`,
    html`<main class="consent" style="${brandStyle(service.brand_color)}">
      <header>${monogram(service)}<span>${service.name}</span></header>
      <form>
        <h1>This request cannot be answered</h1>
        <p role="alert">${reason} No access was granted. Go back and connect again.</p>
      </form>
    </main>`,
    400,
  )
}

export function monogram(service: { name: string }): Html {
  return html`<span class="monogram" aria-hidden="true">${service.name[0]}</span>`
}

export function brandStyle(color: string): string {
  return `--brand: ${color}; --on-brand: ${inkOn(color)}`
}

function accountChoice(account: ProviderAccount, checked: boolean): Html {
  return html`<label>
    <input type="radio" name="account" value="${account.id}" autocomplete="off" ${checked ? 'checked' : ''} />
    <span>${account.name}</span>
  </label>`
}
