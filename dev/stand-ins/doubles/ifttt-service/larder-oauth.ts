import { Hono } from 'hono'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { ProtocolError } from './protocol-request.ts'
import { issueLarderId, LARDER_ACCOUNTS, type LarderAccount, type LarderState } from './larder-state.ts'

/** Our app at Larder. */
export const LARDER_CLIENT = { client_id: 'larder-client', client_secret: 'larder-client-secret' }
const REDIRECT_PATH = '/api/connections/callback/larder'

/** Larder's sign-in: OAuth 2 exactly as the protocol names it. A parameter that it does not know is refused. */
export function larderOAuth(state: LarderState): Hono {
  const app = new Hono()
  app.get('/authorize', (c) => {
    readAuthorization(c)
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <title>Larder</title>
          <h1>Let Switchyard use your Larder?</h1>
          <form method="post">
            ${Object.entries(LARDER_ACCOUNTS).map(
              ([id, name]) => html`<button name="account" value="${id}">${name}</button>`,
            )}
            <button name="account" value="">Cancel</button>
          </form>
        </html>`,
    )
  })
  app.post('/authorize', async (c) => {
    const { redirect_uri, state: given } = readAuthorization(c)
    const chosen = (await c.req.formData()).get('account')
    const to = new URL(redirect_uri)
    to.searchParams.set('state', given)
    if (isLarderAccount(chosen)) {
      const code = issueLarderId(state, 'code')
      state.codes[code] = { account: chosen, redirect_uri }
      to.searchParams.set('code', code)
    } else to.searchParams.set('error', 'access_denied')
    return c.redirect(to.href)
  })
  app.post('/token', async (c) => {
    if (c.req.header('authorization')) return refuse(c, 'invalid_client', 401)
    if (!c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded'))
      return refuse(c, 'invalid_request')
    const form = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()))
    const { client_id, client_secret } = LARDER_CLIENT
    if (form.get('client_id') !== client_id || form.get('client_secret') !== client_secret)
      return refuse(c, 'invalid_client', 401)
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return hasExactly(form, ['code', 'redirect_uri']) ? spendCode(c, state, form) : refuse(c, 'invalid_request')
      case 'refresh_token':
        return hasExactly(form, ['refresh_token']) ? spendRefresh(c, state, form) : refuse(c, 'invalid_request')
      default:
        return refuse(c, 'unsupported_grant_type')
    }
  })
  return app
}

function isLarderAccount(value: unknown): value is LarderAccount {
  return typeof value === 'string' && Object.hasOwn(LARDER_ACCOUNTS, value)
}

function readAuthorization(c: Context): { redirect_uri: string; state: string } {
  const { client_id, response_type, scope, redirect_uri = '', state = '', ...more } = c.req.query()
  if (Object.keys(more).length > 0) throw new ProtocolError(400, `Unknown parameter ${Object.keys(more)[0]}`)
  if (client_id !== LARDER_CLIENT.client_id) throw new ProtocolError(400, 'Unknown client')
  if (response_type !== 'code' || scope !== 'ifttt' || state === '') throw new ProtocolError(400, 'Wrong parameters')
  if (!URL.canParse(redirect_uri) || new URL(redirect_uri).pathname !== REDIRECT_PATH)
    throw new ProtocolError(400, 'Unknown redirect_uri')
  return { redirect_uri, state }
}

function hasExactly(form: URLSearchParams, own: readonly string[]): boolean {
  const wanted = ['grant_type', 'client_id', 'client_secret', ...own]
  return [...form.keys()].toSorted().join() === wanted.toSorted().join()
}

function spendCode(c: Context, state: LarderState, form: URLSearchParams) {
  const code = form.get('code') ?? ''
  const known = Object.hasOwn(state.codes, code) ? state.codes[code] : undefined
  if (!known || known.redirect_uri !== form.get('redirect_uri')) return refuse(c, 'invalid_grant')
  delete state.codes[code]
  const access_token = issueLarderId(state, 'access')
  const refresh_token = issueLarderId(state, 'refresh')
  const refresh = [{ token: refresh_token, replaces: null, confirmed: true }]
  state.grants.push({ ...known, access: [access_token], refresh })
  return c.json({ token_type: 'Bearer', access_token, refresh_token })
}

/** The refresh token before works until the new access token was used, as the protocol asks of services. */
function spendRefresh(c: Context, state: LarderState, form: URLSearchParams) {
  const token = form.get('refresh_token') ?? ''
  const grant = state.grants.find(({ refresh }) => refresh.some((each) => each.token === token))
  const latest = grant?.refresh.at(-1)
  const isValid = latest && (latest.token === token || (latest.replaces === token && !latest.confirmed))
  if (!grant || !isValid) return refuse(c, 'invalid_grant')
  const access_token = issueLarderId(state, 'access')
  const refresh_token = issueLarderId(state, 'refresh')
  grant.access = [access_token]
  grant.refresh.push({ token: refresh_token, replaces: token, confirmed: false })
  return c.json({ token_type: 'Bearer', access_token, refresh_token })
}

/** Whose kitchen the request's token opens. Throws 401 for any other. */
export function larderAccount(c: Context, state: LarderState): LarderAccount {
  const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  const grant = state.grants.find(({ access }) => token !== undefined && access.includes(token))
  if (!grant) throw new ProtocolError(401, 'The access token is unknown')
  const latest = grant.refresh.at(-1)
  if (latest) latest.confirmed = true
  return grant.account
}

function refuse(c: Context, error: string, status: 400 | 401 = 400) {
  return c.json({ error }, status)
}
