import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { isVerifierOf } from '../../services/oauth/code-challenge.ts'
import { decideConsent } from '../../services/oauth/decide-consent.ts'
import { sameOriginOnly } from '../../stand-in/same-origin-only.ts'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { mastodonState, newSecret, type MastodonApp } from './mastodon-state.ts'

export function mastodonError(status: number, error: string, more: Record<string, string> = {}): Response {
  return Response.json({ error, ...more }, { status })
}

/** Gives anyone an app, and signs in with it, as Mastodon documents both; with PKCE and metadata from 4.3 on. */
export function mastodonOAuth(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.get('/.well-known/oauth-authorization-server', (c) =>
    mastodonState(ctx).isOld ? mastodonError(404, 'Not Found') : c.json(metadata(ctx.address)),
  )
  app.post('/api/v1/apps', async (c) => {
    const { client_name = '', redirect_uris = '', scopes = 'read', website } = await readBody(c)
    if (client_name === '' || !URL.canParse(redirect_uris)) return mastodonError(422, 'Validation failed: Redirect URI')
    const made = {
      client_id: newSecret(),
      client_secret: newSecret(),
      name: client_name,
      redirect_uri: redirect_uris,
      scopes,
    }
    mastodonState(ctx).apps.push(made)
    ctx.save()
    const { client_id, client_secret } = made
    const about = { id: '1', name: client_name, website: website ?? null, scopes: scopes.split(' ') }
    const uris = { redirect_uri: redirect_uris, redirect_uris: [redirect_uris] }
    return c.json({ ...about, ...uris, client_id, client_secret, client_secret_expires_at: 0, vapid_key: '' })
  })
  app.use('/oauth/authorize', sameOriginOnly(new URL(ctx.address).origin))
  app.get('/oauth/authorize', async (c) => (readRequest(ctx, c) ? consentPage(ctx, c) : wrongClient()))
  app.post('/oauth/authorize', async (c) => {
    const asked = readRequest(ctx, c)
    if (!asked) return wrongClient()
    const { state: _state, ...request } = asked
    const issueCode = () => {
      const code = newSecret()
      mastodonState(ctx).codes[code] = request
      ctx.save()
      return code
    }
    const denied = 'The resource owner or authorization server denied the request.'
    return decideConsent(c, asked, { issueCode, denied })
  })
  app.post('/oauth/token', async (c) => giveToken(ctx, await readBody(c)))
  app.post('/oauth/revoke', async (c) => {
    const form = await readBody(c)
    const state = mastodonState(ctx)
    const own = state.tokens.find(({ token }) => token === form['token'])
    if (!appOf(ctx, form) || own?.client_id !== form['client_id']) return mastodonError(403, 'unauthorized_client')
    state.tokens = state.tokens.filter((each) => each !== own)
    ctx.save()
    return c.json({})
  })
  return app
}

function metadata(address: string) {
  return {
    issuer: `${address}/`,
    service_documentation: 'https://docs.joinmastodon.org/',
    authorization_endpoint: `${address}/oauth/authorize`,
    token_endpoint: `${address}/oauth/token`,
    app_registration_endpoint: `${address}/api/v1/apps`,
    revocation_endpoint: `${address}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
  }
}

/** Masto sends forms of parts, others forms or JSON. */
async function readBody(c: Context): Promise<Record<string, string>> {
  if (c.req.header('content-type')?.includes('json')) return c.req.json()
  const body = await c.req.parseBody()
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
}

function appOf(ctx: DoubleContext, { client_id, client_secret }: Record<string, string>): MastodonApp | undefined {
  const { apps } = mastodonState(ctx)
  return apps.find((each) => each.client_id === client_id && each.client_secret === client_secret)
}

function readRequest(ctx: DoubleContext, c: Context) {
  const { client_id = '', redirect_uri = '', state = '', scope = 'read', code_challenge = '' } = c.req.query()
  const { apps, isOld } = mastodonState(ctx)
  const app = apps.find((each) => each.client_id === client_id)
  const known = app?.scopes.split(' ') ?? []
  if (app?.redirect_uri !== redirect_uri || !scope.split(' ').every((each) => known.includes(each))) return null
  if (code_challenge !== '' && c.req.query('code_challenge_method') !== 'S256') return null
  return { client_id, redirect_uri, state, scopes: scope, code_challenge: isOld ? '' : code_challenge }
}

function wrongClient(): Response {
  const words =
    'Client authentication failed due to unknown client, no client authentication included, or unsupported method.'
  return new Response(words, { status: 401 })
}

function consentPage(ctx: DoubleContext, c: Context): Promise<Response> {
  const { apps } = mastodonState(ctx)
  const app = apps.find((each) => each.client_id === c.req.query('client_id'))
  return standInPage(
    'Authorization required',
    html`<main class="overview">
      <h1>Authorization required</h1>
      <p class="lead">${app?.name} would like permission to access the account ada.</p>
      <p>${c.req.query('scope')}</p>
      <form method="post">
        <button name="decision" value="allow">Authorize</button>
        <button name="decision" value="deny">Deny</button>
      </form>
    </main>`,
  )
}

function giveToken(ctx: DoubleContext, form: Record<string, string>): Response {
  const app = appOf(ctx, form)
  if (!app) {
    const answer = mastodonError(401, 'invalid_client', { error_description: 'Client authentication failed.' })
    answer.headers.set('www-authenticate', 'Bearer realm="Doorkeeper", error="invalid_client"')
    return answer
  }
  const state = mastodonState(ctx)
  const { client_id } = app
  switch (form['grant_type']) {
    case 'client_credentials':
      return tokenAnswer(ctx, { client_id, scopes: form['scope'] ?? 'read', account: null })
    case 'authorization_code': {
      const code = form['code'] ?? ''
      const known = state.codes[code]
      delete state.codes[code]
      const isProven = known && isVerifierOf(known.code_challenge, form['code_verifier'] ?? '')
      if (!isProven || known.client_id !== client_id || known.redirect_uri !== form['redirect_uri'])
        return mastodonError(400, 'invalid_grant', {
          error_description: 'The provided authorization grant is invalid.',
        })
      return tokenAnswer(ctx, { client_id, scopes: known.scopes, account: state.me })
    }
    default:
      return mastodonError(400, 'unsupported_grant_type')
  }
}

function tokenAnswer(
  ctx: DoubleContext,
  given: { client_id: string; scopes: string; account: string | null },
): Response {
  const token = newSecret()
  mastodonState(ctx).tokens.push({ ...given, token })
  ctx.save()
  const created_at = Math.floor(ctx.now() / 1000)
  return Response.json({ access_token: token, token_type: 'Bearer', scope: given.scopes, created_at })
}
