import { randomBytes } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { isVerifierOf } from '../../services/oauth/code-challenge.ts'
import { decideConsent } from '../../services/oauth/decide-consent.ts'
import { sameOriginOnly } from '../../stand-in/same-origin-only.ts'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { githubState, type GithubSignIn } from './github-state.ts'

/** The operator's apps at GitHub: tokens of the older kind last, those of the newer kind end after eight hours. */
export const GITHUB_OAUTH_APP = { client_id: 'Ov23liSwitchyard', client_secret: 'oauth-app-secret' }
export const GITHUB_APP = { client_id: 'Iv23liSwitchyard', client_secret: 'github-app-secret' }
const APPS = [GITHUB_OAUTH_APP, GITHUB_APP]

const LASTS = 8 * 3600
const REDIRECT = /^\/api\/connections\/callback\/github$/

/** Sign-in at GitHub (github.com/login/oauth), as its documentation describes it: errors are answered with 200. */
export function githubOAuth(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.use('/authorize', sameOriginOnly(new URL(ctx.address).origin))
  app.get('/authorize', async (c) => (readRequest(c) ? consentPage(ctx, c) : c.text('404 Not Found', 404)))
  app.post('/authorize', async (c) => {
    const asked = readRequest(c)
    if (!asked) return c.text('404 Not Found', 404)
    const { state: _state, ...request } = asked
    const issueCode = () => {
      const code = randomBytes(10).toString('hex')
      githubState(ctx).codes[code] = request
      ctx.save()
      return code
    }
    return decideConsent(c, asked, { issueCode, denied: 'The user has denied your application access.' })
  })
  app.post('/access_token', async (c) => answer(c, exchange(ctx, await readBody(c))))
  return app
}

function readRequest(c: Context) {
  const { client_id = '', redirect_uri = '', state = '', scope = '', code_challenge = '' } = c.req.query()
  const isKnown = APPS.some((each) => each.client_id === client_id)
  if (!isKnown || !URL.canParse(redirect_uri) || !REDIRECT.test(new URL(redirect_uri).pathname)) return null
  if (code_challenge !== '' && c.req.query('code_challenge_method') !== 'S256') return null
  return { client_id, redirect_uri, state, scopes: scope.split(' ').filter(Boolean), code_challenge }
}

function consentPage(ctx: DoubleContext, c: Context): Promise<Response> {
  return standInPage(
    'Authorize Switchyard',
    html`<main class="overview">
      <h1>Authorize Switchyard</h1>
      <p class="lead">Switchyard wants to use the GitHub account ${githubState(ctx).login}.</p>
      <p>${c.req.query('scope')}</p>
      <form method="post">
        <button name="decision" value="allow">Authorize</button>
        <button name="decision" value="deny">Cancel</button>
      </form>
    </main>`,
  )
}

/** Octokit sends JSON, others a form. */
async function readBody(c: Context): Promise<Record<string, string>> {
  const text = await c.req.text()
  return c.req.header('content-type')?.includes('json')
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text))
}

function exchange(ctx: DoubleContext, form: Record<string, string>): Record<string, unknown> {
  const { client_id = '', client_secret, code = '', redirect_uri, code_verifier = '', refresh_token } = form
  const app = APPS.find((each) => each.client_id === client_id && each.client_secret === client_secret)
  if (!app) return refusal('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.')
  const state = githubState(ctx)
  if (form['grant_type'] === 'refresh_token') {
    const known = state.signIns.find((each) => each.client_id === client_id && each.refresh === refresh_token)
    if (!known) return refusal('bad_refresh_token', 'The refresh token passed is incorrect or expired.')
    return open(ctx, known, known.scopes)
  }
  const known = state.codes[code]
  delete state.codes[code]
  if (!known || known.client_id !== client_id || !isVerifierOf(known.code_challenge, code_verifier))
    return refusal('bad_verification_code', 'The code passed is incorrect or expired.')
  if (redirect_uri !== undefined && redirect_uri !== known.redirect_uri)
    return refusal('redirect_uri_mismatch', 'The redirect_uri must match the registered callback URL.')
  const signIn: GithubSignIn = { client_id, token: '', refresh: null, expires_at: null, scopes: known.scopes }
  state.signIns.push(signIn)
  return open(ctx, signIn, known.scopes)
}

/** A new token for this sign-in; those of apps of the newer kind end, and have permissions instead of scopes. */
function open(ctx: DoubleContext, signIn: GithubSignIn, scopes: string[]): Record<string, unknown> {
  const isApp = signIn.client_id === GITHUB_APP.client_id
  const secret = () => randomBytes(18).toString('hex')
  signIn.token = `${isApp ? 'ghu' : 'gho'}_${secret()}`
  signIn.refresh = isApp ? `ghr_${secret()}` : null
  signIn.expires_at = isApp ? ctx.now() + LASTS * 1000 : null
  ctx.save()
  const { token: access_token, refresh } = signIn
  if (!isApp) return { access_token, token_type: 'bearer', scope: scopes.join(',') }
  const refreshed = { refresh_token: refresh, refresh_token_expires_in: 15_897_600 }
  return { access_token, expires_in: LASTS, ...refreshed, token_type: 'bearer', scope: '' }
}

function refusal(error: string, error_description: string): Record<string, unknown> {
  const page = 'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/'
  return { error, error_description, error_uri: page }
}

/** Without a wish for JSON, GitHub answers with a form. */
function answer(c: Context, values: Record<string, unknown>): Response {
  if (c.req.header('accept')?.includes('json')) return c.json(values)
  const form = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return c.body(form.toString(), 200, { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' })
}

/** Ends all tokens that the user's grant to this app gave (DELETE /applications/{client_id}/grant). */
export function endGithubGrant(ctx: DoubleContext, client_id: string, token: string): boolean {
  const state = githubState(ctx)
  const isHere = state.signIns.some((each) => each.client_id === client_id && each.token === token)
  if (isHere) state.signIns = state.signIns.filter((each) => each.client_id !== client_id)
  ctx.save()
  return isHere
}

/** Whether the request is from one of the apps itself, by its client's secret. */
export function githubApp(c: Context): string | null {
  const [id, secret] = atob(/^basic (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '').split(':')
  return APPS.find((each) => each.client_id === id && each.client_secret === secret)?.client_id ?? null
}
