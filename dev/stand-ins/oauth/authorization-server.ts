import { Hono } from 'hono'
import type { Context } from 'hono'
import { sameOriginOnly } from '../stand-in/same-origin-only.ts'
import { authenticateClient, clientOfBasic } from './authenticate-client.ts'
import { readAuthorizationRequest, readWayBack } from './authorization-request.ts'
import type { WayBack } from './authorization-request.ts'
import { clientName, consentPage, untrustedPage } from './consent-page.ts'
import { exchangeTokens } from './exchange-tokens.ts'
import { challengeFor, neverStored, OAuthError, readError, UntrustedRequest } from './oauth-error.ts'
import { metadataOf } from './oauth-metadata.ts'
import { grantsOf, issueCode, revokeGrant, revokeToken } from './oauth-tokens.ts'
import { openId } from './open-id.ts'
import { checkExact, readForm, readParameters, requiredParam } from './read-parameters.ts'
import { registerClient } from './register-client.ts'
import type { Provider, SignInSettings } from './provider-settings.ts'

/** One service's OAuth 2 endpoints, and those of OpenID where its settings name them. Mounted at its address. */
export function signInRoutes(provider: Provider): Hono {
  const { settings, address } = provider
  const { paths } = settings
  const app = new Hono()
  const { idToken, keys, userinfo } = openId(provider)

  app.use(paths.authorize, sameOriginOnly(new URL(address).origin))
  app.on(['GET', 'POST'], paths.authorize, (c) => authorize(provider, c))
  app.post(paths.token, async (c) => {
    const params = await readParameters(c, settings)
    const client = authenticateClient(provider, c.req.header('authorization'), params)
    return answer(c, settings, await exchangeTokens(provider, client, params, idToken))
  })
  if (paths.revoke) app.post(paths.revoke, (c) => revoke(provider, c))
  if (paths.grant) app.delete(paths.grant, (c) => endGrant(provider, c))
  if (paths.register) app.post(paths.register, (c) => registerClient(provider, c))
  if (paths.metadata) app.get(paths.metadata, (c) => c.json(metadataOf(provider)))
  if (paths.jwks) app.get(paths.jwks, async (c) => c.json(await keys()))
  if (paths.userinfo) app.get(paths.userinfo, (c) => c.json(userinfo(c.req.header('authorization'))))

  app.all(paths.authorize, (c) => c.text('Use GET.', 405, { allow: 'GET, POST' }))
  for (const path of [paths.token, paths.revoke])
    if (path) app.all(path, (c) => c.text('Use POST.', 405, { allow: 'POST' }))
  app.onError((error, c) => {
    if (error instanceof UntrustedRequest) return untrustedPage(settings, error.message)
    if (error instanceof OAuthError) return refuse(c, settings, error)
    throw error
  })
  return app
}

/** GET asks for consent; POST, from the consent page with the same query, carries the decision. */
async function authorize(provider: Provider, c: Context): Promise<Response> {
  const { settings } = provider
  const params = new URL(c.req.url).searchParams
  const way = readWayBack(provider, params)
  const back = (given: Record<string, string>) => c.redirect(addressBack(provider, way, given), 303)
  try {
    const request = readAuthorizationRequest(provider, way.client, params)
    if (c.req.method === 'GET') return await consentPage(settings, way, request)
    const form = await readForm(c)
    if (form.get('decision') !== 'allow') {
      const { denied = `You did not allow ${clientName(way.client)} to use ${settings.name}.` } = settings
      return back({ error: 'access_denied', error_description: denied })
    }
    const chosen = form.get('account') ?? settings.accounts[0]?.id
    const account = settings.accounts.find(({ id }) => id === chosen)
    if (account === undefined) throw new UntrustedRequest('The account is unknown.')
    const { codeChallenge, scopes, isOffline, nonce } = request
    const given = { accountId: account.id, redirectUri: way.redirectUri, codeChallenge, scopes, isOffline }
    return back({ code: issueCode(provider, way.client, { ...given, ...(nonce !== undefined && { nonce }) }) })
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    if (settings.keeps_errors) throw new UntrustedRequest(error.message, { cause: error })
    return back({ error: readError({}, error).body.error, error_description: error.message })
  }
}

/** With an issuer (RFC 9207), a client with many providers cannot mix them up. */
function addressBack(provider: Provider, { redirectUri, state }: WayBack, given: Record<string, string>): string {
  const url = new URL(redirectUri)
  const parameters = {
    ...given,
    ...(state !== null && { state }),
    ...(provider.settings.names_issuer && { iss: provider.address }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Ends a token (RFC 7009), as far as the provider keeps to it. */
async function revoke(provider: Provider, c: Context): Promise<Response> {
  const { settings } = provider
  const params = await readParameters(c, settings)
  const { by = 'client', unknown = null, answer: body = null } = settings.revocation ?? {}
  const client = by === 'client' ? authenticateClient(provider, c.req.header('authorization'), params) : null
  checkExact(params, settings, ['token'])
  const isEnded = revokeToken(provider, client, requiredParam(params, 'token'))
  if (!isEnded && unknown !== null) throw new OAuthError(unknown, 'Token expired or revoked')
  return body === null ? c.body(null, 200, neverStored) : c.json(body, 200, neverStored)
}

/** Ends all that the user's grants to a client gave, by one of their tokens. */
async function endGrant(provider: Provider, c: Context): Promise<Response> {
  const { ctx, settings } = provider
  const { refuse: refuseCall = (status) => new Response(null, { status }) } = settings
  const client_id = c.req.param('client_id')
  if (clientOfBasic(provider, c.req.header('authorization') ?? '')?.client_id !== client_id) return refuseCall(401)
  const { access_token }: { access_token?: string } = await c.req.json()
  const grants = grantsOf(ctx, settings.module_name).filter(({ clientId }) => clientId === client_id)
  if (!grants.some(({ accessTokens }) => accessTokens.some(({ token }) => token === access_token)))
    return refuseCall(404)
  for (const { id } of grants) revokeGrant(ctx, id)
  return c.body(null, 204)
}

function refuse(c: Context, settings: SignInSettings, error: OAuthError): Response {
  const { reason } = error
  const { status, body } = readError(settings, error)
  const refused = answer(c, settings, body, status)
  const challenge = status < 400 ? null : challengeFor(settings, reason, body.error)
  if (challenge !== null) refused.headers.set('www-authenticate', challenge)
  return refused
}

/** As JSON that no cache keeps, or as a form. */
function answer(c: Context, { answers_form }: SignInSettings, body: Record<string, unknown>, status = 200): Response {
  if (!answers_form || c.req.header('accept')?.includes('json'))
    return Response.json(body, { status, headers: neverStored })
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  const form = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const headers = { ...neverStored, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  return new Response(form.toString(), { status, headers })
}
