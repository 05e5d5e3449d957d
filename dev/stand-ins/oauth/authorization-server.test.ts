import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { atDemoService, callApi } from '../services/at-demo-service.ts'
import { startServices } from '../services/start-services.ts'
import type { ServicesOptions } from '../services/start-services.ts'

async function start(options: Partial<ServicesOptions> = {}) {
  const services = await startServices({ port: 0, ...options })
  onTestFinished(() => services.close())
  const at = (name: string) => atDemoService(services.origin, name)
  const statusWith = async (token: string) => (await callApi(`${services.origin}/parley/api/me`, token)).status
  return { ...services, at, parley: at('parley'), statusWith }
}

const refused = (error: string) => expect.objectContaining({ error })

async function errorOf(answer: Promise<Response>): Promise<unknown> {
  return (await answer).json()
}

test('consent gives working tokens for every service', async () => {
  const { at, catalog } = await start()
  expect(catalog.map((each) => each.module_name)).toHaveLength(11)
  for (const { module_name, scopes, account_url } of catalog) {
    const tokens = await at(module_name).signIn(`${module_name}-work`)
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: scopes.join(' ') })
    const me = await callApi(account_url, tokens.access_token)
    expect(await me.json()).toEqual({ id: `${module_name}-work`, name: `work@${module_name}.test` })
  }
})

// RFC 9207
test('redirects with code, state and issuer, and keeps the query', async () => {
  const { parley, origin } = await start()
  const back = await parley.sentBack(undefined, { redirect_uri: `${parley.redirectUri}?keep=1` })
  const code = expect.stringMatching(/^parley_ac_/)
  expect(Object.fromEntries(back)).toEqual({ keep: '1', code, state: 'the-state', iss: `${origin}/parley` })
})

// RFC 7636
test('refuses a wrong code verifier and spends the code', async () => {
  const { parley } = await start()
  const code = await parley.code()
  expect(await errorOf(parley.exchange(code, { code_verifier: 'x'.repeat(43) }))).toEqual(refused('invalid_grant'))
  expect(await errorOf(parley.exchange(code))).toEqual(refused('invalid_grant'))
})

test('a code expires after 60 seconds', async () => {
  let now = Date.now()
  const { parley } = await start({ now: () => now })
  const [early, late] = [await parley.code(), await parley.code()]
  now += 59_999
  expect(await (await parley.exchange(early)).json()).toHaveProperty('access_token')
  now += 1
  expect(await errorOf(parley.exchange(late))).toEqual(refused('invalid_grant'))
})

test('refuses a code of another service', async () => {
  const { parley, at } = await start()
  const sent = { redirect_uri: parley.redirectUri }
  expect(await errorOf(at('chirp').exchange(await parley.code(), sent))).toEqual(refused('invalid_grant'))
})

test('refuses a redirect_uri that differs at the token endpoint', async () => {
  const { parley } = await start()
  const change = { redirect_uri: `${parley.redirectUri}/` }
  expect(await errorOf(parley.exchange(await parley.code(), change))).toEqual(refused('invalid_grant'))
})

test('accepts the client secret in header or form, refuses wrong ones', async () => {
  const { origin } = await start()
  for (const way of ['basic', 'form'] as const) {
    const parley = atDemoService(origin, 'parley', way)
    const code = await parley.code()
    for (const wrong of [{ client_secret: 'chirp-secret' }, { client_secret: '' }, { client_id: 'somebody' }]) {
      const answer = await parley.exchange(code, {}, { ...parley.client, ...wrong })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Parley"'])
    }
    expect(await (await parley.exchange(code)).json(), 'a failed client spends no code').toHaveProperty('access_token')
  }
})

// RFC 6749 §5.2
test('sends token errors as JSON that no cache keeps', async () => {
  const { catalog, parley } = await start()
  const url = catalog.find(({ module_name }) => module_name === 'parley')?.token_url ?? ''
  const headers = { authorization: `Basic ${btoa('switchyard:parley-secret')}` }
  const ask = async (form: string) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(url, { method: 'POST', headers: { ...headers, ...type }, body: form })
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
  const json = await fetch(url, { method: 'POST', headers, body: '{}' })
  expect(await json.json()).toMatchObject({ error: 'invalid_request' })
  expect((await fetch(url)).status).toBe(405)
  expect((await parley.exchange(await parley.code())).headers.get('cache-control')).toBe('no-store')
})

// RFC 6749 §6
test('refuses a refresh for wider scopes than granted', async () => {
  const { parley } = await start()
  const { refresh_token } = await parley.signIn('parley-ada', { scope: 'channels:read' })
  const wider = await parley.askToRefresh(refresh_token, { scope: 'channels:read messages:write' })
  expect([wider.status, await wider.json()]).toMatchObject([400, { error: 'invalid_scope' }])
  const same = await parley.askToRefresh(refresh_token, { scope: 'channels:read' })
  expect(await same.json(), 'a refused refresh spends nothing').toMatchObject({ scope: 'channels:read' })
})

test('an access token expires after an hour and can be refreshed', async () => {
  let now = Date.now()
  const { parley, origin, statusWith } = await start({ now: () => now })
  const tokens = await parley.signIn()
  now += 3_599_999
  expect(await statusWith(tokens.access_token)).toBe(200)
  now += 1
  const answer = await callApi(`${origin}/parley/api/me`, tokens.access_token)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"')
  expect(await statusWith((await parley.refresh(tokens.refresh_token)).access_token)).toBe(200)
})

// RFC 7009
test('revokes a whole grant by refresh token, an access token alone', async () => {
  const { parley, statusWith } = await start()
  const [tokens, other] = [await parley.signIn(), await parley.signIn()]
  const revoke = async (token: string, client = parley.client) =>
    (await parley.post('/oauth/revoke', { token }, client)).status
  expect(await revoke('unknown')).toBe(200)
  expect(await revoke(tokens.access_token)).toBe(200)
  expect(await statusWith(tokens.access_token)).toBe(401)
  const next = await parley.refresh(tokens.refresh_token)
  expect(await revoke(next.refresh_token)).toBe(200)
  expect(await statusWith(next.access_token)).toBe(401)
  expect(await revoke(other.access_token, { ...parley.client, client_secret: 'nope' })).toBe(401)
  expect(await statusWith(other.access_token)).toBe(200)
})

test('lets tests revoke, expire, shorten and break tokens', async () => {
  const { parley, control, statusWith } = await start()
  control.setTokenLifetime('parley', 5)
  const tokens = await parley.signIn()
  expect(tokens.expires_in).toBe(5)
  control.failNext('parley', 'token', 503)
  control.failNext('parley', 'api', 500)
  expect(await statusWith(tokens.access_token)).toBe(500)
  expect(await statusWith(tokens.access_token)).toBe(200)
  control.expireAccessTokens('parley')
  expect(await statusWith(tokens.access_token)).toBe(401)
  expect((await parley.askToRefresh(tokens.refresh_token)).status).toBe(503)
  expect(await parley.refresh(tokens.refresh_token), 'a failure spends no token').toHaveProperty('access_token')
  expect(control.grants()).toHaveLength(1)
  control.revokeAll('parley')
  expect(control.grants()).toEqual([])
})

test('keeps tokens across a restart with a state file', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'services-')), 'nested', 'state.json')
  const first = await startServices({ port: 0, stateFile })
  const { access_token } = await atDemoService(first.origin, 'sheetly').signIn()
  await first.close()
  const second = await start({ stateFile })
  expect((await callApi(`${second.origin}/sheetly/api/me`, access_token)).status).toBe(200)
})

test('refuses to share a taken port', async () => {
  const { origin } = await start()
  await expect(startServices({ port: Number(new URL(origin).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
