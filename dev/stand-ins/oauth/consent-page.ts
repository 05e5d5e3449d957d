import { html } from 'hono/html'
import { standInPage } from '../stand-in/stand-in-page.ts'
import type { Html } from '../stand-in/stand-in-page.ts'
import type { AuthorizationRequest, WayBack } from './authorization-request.ts'
import { brandStyle, monogram } from './brand-style.ts'
import type { Client, ProviderAccount, SignInSettings } from './provider-settings.ts'

export function clientName({ name = 'Switchyard' }: Client): string {
  return name
}

/** Asks once per authorization. The form posts to its own address, so the request stays in the query. */
export function consentPage(
  service: SignInSettings,
  { client, redirectUri }: WayBack,
  { scopes }: AuthorizationRequest,
): Promise<Response> {
  const [allow, deny] = service.buttons ?? ['Allow', 'Deny']
  return standInPage(
    `${allow} ${clientName(client)}? – ${service.name}`,
    html`<main class="consent" style="${brandStyle(service.brand_color)}">
      <header>${monogram(service)}<span>${service.name}</span></header>
      <form method="post">
        <h1>${clientName(client)} wants to use your ${service.name} account</h1>
        ${
          scopes.length > 0 &&
          html`<h2>It may</h2>
            <ul>
              ${scopes.map((scope) => html`<li>${service.scopes[scope] ?? scope}</li>`)}
            </ul>`
        }
        <fieldset>
          <legend>Account</legend>
          ${service.accounts.map((account) => accountChoice(account, account === service.accounts[0]))}
        </fieldset>
        <div class="buttons">
          <button name="decision" value="allow" class="allow">${allow}</button>
          <button name="decision" value="deny">${deny}</button>
        </div>
        <p>
          You return to <b>${new URL(redirectUri).host}</b> either way. You can revoke access on the
          <a href="/">demo services page</a>. This stand-in runs on your machine, and nothing leaves it.
        </p>
      </form>
    </main>`,
  )
}

/** Shown instead of a redirect when the redirect address cannot be trusted (RFC 6749 §4.1.2.1). */
export function untrustedPage(service: SignInSettings, reason: string): Promise<Response> {
  return standInPage(
    `Invalid request – ${service.name}`,
    html`<main class="consent" style="${brandStyle(service.brand_color)}">
      <header>${monogram(service)}<span>${service.name}</span></header>
      <form>
        <h1>This request cannot be answered</h1>
        <p role="alert">${reason} No access was granted. Go back and connect again.</p>
      </form>
    </main>`,
    service.untrusted_status ?? 400,
  )
}

function accountChoice(account: ProviderAccount, checked: boolean): Html {
  return html`<label>
    <input type="radio" name="account" value="${account.id}" autocomplete="off" ${checked ? 'checked' : ''} />
    <span>${account.name}</span>
  </label>`
}
