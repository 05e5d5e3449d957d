import { Hono } from 'hono'
import type { Context } from 'hono'
import { sameOriginOnly } from '../../stand-in/same-origin-only.ts'
import { readAuthorizationRequest } from './authorization-request.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { isVerifierOf } from './code-challenge.ts'
import { authenticateClient, client } from './registered-client.ts'
import { consentPage, untrustedPage } from './consent-page.ts'
import { neverStored, OAuthError, oauthErrorResponse, requiredParam, single } from './oauth-error.ts'
import type { StandInService } from '../data/services.ts'
import { meetFaults } from '../faults/meet-faults.ts'
import type { AuthorizationCode, ServicesContext } from '../data/services-state.ts'
import { issueCode, openGrant, refreshGrant, revokeToken, takeCode } from './oauth-tokens.ts'
import type { TokenAnswer } from './oauth-tokens.ts'

/** Creates the ID token that comes with an access token. */
type IdToken = (code: AuthorizationCode) => Promise<string>

/** One service's OAuth 2 endpoints, mounted at /{service}/oauth; with `idToken`, those of an OpenID provider. */
export function providerRoutes(ctx: ServicesContext, service: StandInService, idToken?: IdToken): Hono {
  const app = new Hono()
  const { module_name } = service

  app.use('/authorize', sameOriginOnly(ctx.origin))
  app.on(['GET', 'POST'], '/authorize', (c) => authorize(ctx, service, c))

  app.post('/token', meetFaults(ctx, module_name, 'token', refuseToken), async (c) => {
    const form = await readForm(c)
    const clientId = authenticateClient(module_name, c.req.header('authorization'), form)
    return c.json(await exchange(ctx, module_name, clientId, form, idToken), 200, neverStored)
  })

  app.post('/revoke', async (c) => {
    const form = await readForm(c)
    authenticateClient(module_name, c.req.header('authorization'), form)
    revokeToken(ctx, module_name, requiredParam(form, 'token'))
    return c.body(null, 200, neverStored)
  })

  app.all('/authorize', (c) => c.text('Use GET.', 405, { allow: 'GET, POST' }))
  app.all('/:endpoint{token|revoke}', (c) => c.text('Use POST.', 405, { allow: 'POST' }))
  app.onError((error) => {
    if (error instanceof OAuthError) return oauthErrorResponse(error, service.name)
    throw error
  })
  return app
}

/** GET asks for consent; POST, from the consent page with the same query, carries the decision. */
async function authorize(ctx: ServicesContext, service: StandInService, c: Context): Promise<Response> {
  const reading = readAuthorizationRequest(service, new URL(c.req.url).searchParams)
  if (reading.kind === 'untrusted') return untrustedPage(service, reading.reason)
  const back = (to: { redirectUri: string; state: string | undefined }, answer: Record<string, string>) =>
    c.redirect(answerAddress(ctx, service, to, answer), 303)
  if (reading.kind === 'refused') {
    return back(reading, { error: reading.error, error_description: reading.description })
  }
  const { request } = reading
  if (c.req.method === 'GET') return consentPage(service, request)
  const form = await readForm(c)
  if (form.get('decision') !== 'allow') {
    const description = `You did not allow ${client.name} to use ${service.name}.`
    return back(request, { error: 'access_denied', error_description: description })
  }
  const account = service.accounts.find((each) => each.id === form.get('account'))
  if (account === undefined) return untrustedPage(service, 'The account is unknown.')
  return back(request, { code: codeFor(ctx, service, request, account.id) })
}

function codeFor(
  ctx: ServicesContext,
  service: StandInService,
  request: AuthorizationRequest,
  accountId: string,
): string {
  const { redirectUri, codeChallenge, scopes, nonce } = request
  return issueCode(ctx, {
    service: service.module_name,
    accountId,
    clientId: client.id,
    redirectUri,
    codeChallenge,
    scopes,
    ...(nonce !== undefined && { nonce }),
  })
}

/** Every redirect names its issuer (RFC 9207), so that a client with many providers cannot mix them up. */
function answerAddress(
  ctx: ServicesContext,
  service: StandInService,
  to: { redirectUri: string; state: string | undefined },
  answer: Record<string, string>,
): string {
  const url = new URL(to.redirectUri)
  const state = to.state === undefined ? {} : { state: to.state }
  for (const [name, value] of Object.entries({ ...answer, ...state, iss: `${ctx.origin}/${service.module_name}` })) {
    url.searchParams.set(name, value)
  }
  return url.href
}

async function exchange(
  ctx: ServicesContext,
  service: string,
  clientId: string,
  form: URLSearchParams,
  idToken?: IdToken,
): Promise<TokenAnswer & { id_token?: string }> {
  const grantType = requiredParam(form, 'grant_type')
  if (grantType === 'refresh_token') {
    return refreshGrant(ctx, service, requiredParam(form, 'refresh_token'), single(form, 'scope'))
  }
  if (grantType !== 'authorization_code') {
    throw new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token')
  }
  const [sent, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) =>
    requiredParam(form, name),
  )
  const code = takeCode(ctx, service, sent ?? '')
  if (code.clientId !== clientId) throw new OAuthError('invalid_grant', 'The code was issued to another client')
  if (code.redirectUri !== redirectUri) {
    throw new OAuthError('invalid_grant', 'redirect_uri differs from the one of the authorization request')
  }
  if (!isVerifierOf(code.codeChallenge, verifier ?? '')) {
    throw new OAuthError('invalid_grant', 'code_verifier does not match the code_challenge')
  }
  const answer = openGrant(ctx, code)
  return idToken && code.scopes.includes('openid') ? { ...answer, id_token: await idToken(code) } : answer
}

async function readForm(c: Context): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    throw new OAuthError('invalid_request', 'Send application/x-www-form-urlencoded')
  }
  return new URLSearchParams(await c.req.text())
}

/** The response of a provider that is down, or that has revoked the grant. */
function refuseToken(status: number): Response {
  if (status === 400)
    return oauthErrorResponse(new OAuthError('invalid_grant', 'A test requested this failure'), 'stand-in')
  if (status === 401)
    return oauthErrorResponse(new OAuthError('invalid_client', 'A test requested this failure'), 'stand-in')
  return new Response('A test requested this failure', { status, headers: { ...neverStored, 'retry-after': '1' } })
}
