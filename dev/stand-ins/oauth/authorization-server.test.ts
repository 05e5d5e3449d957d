import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as oauth from 'oauth4webapi'
import { expect, onTestFinished, test } from 'vitest'
import { startServices } from '../services/start-services.ts'
import type { Services, ServicesOptions } from '../services/start-services.ts'
import {
  beginAttempt,
  callApi,
  connectAccount,
  decide,
  exchange,
  insecure,
  oauthClient,
  redirectUri,
  refresh,
} from '../services/relying-party.ts'

async function start(options: Partial<ServicesOptions> = {}) {
  const services = await startServices({ port: 0, ...options })
  onTestFinished(() => services.close())
  return { ...services, parley: find(services, 'parley') }
}

function find(services: Services, name: string) {
  const found = services.catalog.find((each) => each.module_name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

function statusOf(url: string, token: string): Promise<number> {
  return callApi(url, token).then((response) => response.status)
}

test('consent gives working tokens for every service', async () => {
  const { catalog } = await start()
  expect(catalog.map((each) => each.module_name)).toHaveLength(11)
  for (const endpoints of catalog) {
    const { tokens } = await connectAccount(endpoints, 'work')
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: endpoints.scopes.join(' ') })
    const me = await callApi(endpoints.account_url, tokens.access_token)
    expect(await me.json()).toEqual({ id: `${endpoints.module_name}-work`, name: `work@${endpoints.module_name}.test` })
  }
})

// RFC 9207
test('redirects with code, state and issuer, and keeps the query', async () => {
  const { parley, origin } = await start()
  const attempt = await beginAttempt(parley, { redirect_uri: `${redirectUri}?keep=1` })
  const callback = await decide(attempt, 'allow')
  expect(callback.searchParams.get('iss')).toBe(`${origin}/parley`)
  expect(callback.searchParams.get('state')).toBe(attempt.state)
  expect(callback.searchParams.get('keep')).toBe('1')
})

test('Deny redirects with access_denied and opens nothing', async () => {
  const { parley, control } = await start()
  const attempt = await beginAttempt(parley)
  const callback = await decide(attempt, 'deny')
  expect(callback.searchParams.get('error_description')).toBe('You did not allow Switchyard to use Parley.')
  expect(() => oauth.validateAuthResponse(attempt.as, oauthClient, callback, attempt.state)).toThrow(
    expect.objectContaining({ error: 'access_denied' }),
  )
  expect(control.grants()).toEqual([])
})

// RFC 7636
test('refuses a wrong code verifier and spends the code', async () => {
  const { parley } = await start()
  const attempt = await beginAttempt(parley)
  const callback = await decide(attempt, 'allow')
  const verifier = oauth.generateRandomCodeVerifier()
  await expect(exchange(attempt, callback, { verifier })).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(exchange(attempt, callback)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('a code expires after 60 seconds', async () => {
  let now = Date.now()
  const { parley } = await start({ now: () => now })
  const [early, late] = [await beginAttempt(parley), await beginAttempt(parley)]
  const [earlyBack, lateBack] = [await decide(early, 'allow'), await decide(late, 'allow')]
  now += 59_999
  expect(await exchange(early, earlyBack)).toHaveProperty('access_token')
  now += 1
  await expect(exchange(late, lateBack)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('refuses a code of another service', async () => {
  const services = await start()
  const attempt = await beginAttempt(services.parley)
  const callback = await decide(attempt, 'allow')
  const other = await beginAttempt(find(services, 'chirp'))
  callback.searchParams.set('iss', other.endpoints.issuer)
  const mixedUp = exchange({ ...other, state: attempt.state, verifier: attempt.verifier }, callback)
  await expect(mixedUp).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('refuses a redirect_uri that differs at the token endpoint', async () => {
  const { parley } = await start()
  const attempt = await beginAttempt(parley)
  const callback = await decide(attempt, 'allow')
  const change = { redirectUri: `${redirectUri}/` }
  await expect(exchange(attempt, callback, change)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('accepts the client secret in header or form, refuses wrong ones', async () => {
  const { parley } = await start()
  const attempt = await beginAttempt(parley)
  const auth = oauth.ClientSecretPost('parley-secret')
  expect(await exchange(attempt, await decide(attempt, 'allow'), { auth })).toHaveProperty('access_token')

  const again = await beginAttempt(parley)
  const callback = await decide(again, 'allow')
  for (const wrong of [oauth.ClientSecretBasic('chirp-secret'), oauth.ClientSecretPost('nope'), oauth.None()]) {
    // The library reads the WWW-Authenticate challenge of a 401 first.
    await expect(exchange(again, callback, { auth: wrong })).rejects.toMatchObject({ status: 401 })
  }
  await expect(exchange(again, callback, { client: { client_id: 'somebody' } })).rejects.toMatchObject({ status: 401 })
  expect(await exchange(again, callback), 'a failed client spends no code').toHaveProperty('access_token')
})

// RFC 6749 §5.2
test('sends token errors as JSON that no cache keeps', async () => {
  const { parley } = await start()
  const headers = { authorization: `Basic ${btoa('switchyard:parley-secret')}` }
  const ask = async (form: string) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(parley.token_url, { method: 'POST', headers: { ...headers, ...type }, body: form })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return { status: answer.status, ...(await answer.json()) }
  }
  expect(await ask('')).toMatchObject({ status: 400, error: 'invalid_request' })
  expect(await ask('grant_type=password')).toMatchObject({ status: 400, error: 'unsupported_grant_type' })
  expect(await ask('grant_type=authorization_code')).toMatchObject({ status: 400, error: 'invalid_request' })
  expect(await ask('grant_type=refresh_token&refresh_token=x')).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await ask('grant_type=a&grant_type=b')).toMatchObject({ status: 400, error: 'invalid_request' })
  expect(await ask('grant_type=refresh_token&refresh_token=x&client_secret=parley-secret')).toMatchObject({
    status: 400,
    error: 'invalid_request',
  })
  const json = await fetch(parley.token_url, { method: 'POST', headers, body: '{}' })
  expect(await json.json()).toMatchObject({ error: 'invalid_request' })
  expect((await fetch(parley.token_url)).status).toBe(405)
})

// RFC 6749 §6
test('refuses a refresh for wider scopes than granted', async () => {
  const { parley } = await start()
  const { attempt, tokens } = await connectAccount(parley, 'ada', 'channels:read')
  const ask = (refreshToken: string | undefined, scope: string) => {
    const params = { refresh_token: refreshToken ?? '', scope }
    const auth = oauth.ClientSecretBasic('parley-secret')
    const type = 'refresh_token'
    return oauth.genericTokenEndpointRequest(attempt.as, oauthClient, auth, type, params, insecure)
  }
  const wider = await ask(tokens.refresh_token, 'channels:read messages:write')
  expect([wider.status, await wider.json()]).toMatchObject([400, { error: 'invalid_scope' }])
  const same = await ask(tokens.refresh_token, 'channels:read')
  expect(await same.json(), 'a refused refresh spends nothing').toMatchObject({ scope: 'channels:read' })
})

test('an access token expires after an hour and can be refreshed', async () => {
  let now = Date.now()
  const { parley } = await start({ now: () => now })
  const { attempt, tokens } = await connectAccount(parley)
  now += 3_599_999
  expect(await statusOf(parley.account_url, tokens.access_token)).toBe(200)
  now += 1
  const answer = await callApi(parley.account_url, tokens.access_token)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"')
  const next = await refresh(attempt, tokens.refresh_token)
  expect(await statusOf(parley.account_url, next.access_token)).toBe(200)
})

// RFC 7009
test('revokes a whole grant by refresh token, an access token alone', async () => {
  const { parley } = await start()
  const { attempt, tokens } = await connectAccount(parley)
  const other = await connectAccount(parley)
  const auth = oauth.ClientSecretBasic('parley-secret')
  const revoke = async (token: string) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(attempt.as, oauthClient, auth, token, insecure))
  await revoke('unknown')
  await revoke(tokens.access_token)
  expect(await statusOf(parley.account_url, tokens.access_token)).toBe(401)
  const next = await refresh(attempt, tokens.refresh_token)
  await revoke(next.refresh_token ?? '')
  expect(await statusOf(parley.account_url, next.access_token)).toBe(401)
  expect(await statusOf(parley.account_url, other.tokens.access_token)).toBe(200)

  const stranger = oauth.ClientSecretBasic('nope')
  const refused = await oauth.revocationRequest(attempt.as, oauthClient, stranger, other.tokens.access_token, insecure)
  expect(refused.status).toBe(401)
  expect(await statusOf(parley.account_url, other.tokens.access_token)).toBe(200)
})

test('lets tests revoke, expire, shorten and break tokens', async () => {
  const { parley, control } = await start()
  control.setTokenLifetime('parley', 5)
  const { attempt, tokens } = await connectAccount(parley)
  expect(tokens.expires_in).toBe(5)
  control.failNext('parley', 'token', 503)
  control.failNext('parley', 'api', 500)
  expect(await statusOf(parley.account_url, tokens.access_token)).toBe(500)
  expect(await statusOf(parley.account_url, tokens.access_token)).toBe(200)
  control.expireAccessTokens('parley')
  expect(await statusOf(parley.account_url, tokens.access_token)).toBe(401)
  await expect(refresh(attempt, tokens.refresh_token)).rejects.toMatchObject({ code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' })
  expect(await refresh(attempt, tokens.refresh_token), 'a failure spends no token').toHaveProperty('access_token')
  expect(control.grants()).toHaveLength(1)
  control.revokeAll('parley')
  expect(control.grants()).toEqual([])
})

test('keeps tokens across a restart with a state file', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'services-')), 'nested', 'state.json')
  const first = await startServices({ port: 0, stateFile })
  const { tokens } = await connectAccount(find(first, 'sheetly'))
  await first.close()
  const second = await start({ stateFile })
  const again = await callApi(`${second.origin}/sheetly/api/me`, tokens.access_token)
  expect(again.status).toBe(200)
})

test('refuses to share a taken port', async () => {
  const { origin } = await start()
  await expect(startServices({ port: Number(new URL(origin).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
