import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runningServices } from '../services/running-services.fixture.ts'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import { atGoogle } from '../doubles/google_sheets/google-sign-in.fixture.ts'
import { startServices } from '../services/start-services.ts'
import type { ServicesOptions } from '../services/start-services.ts'
import { askUserinfo, atDemoId } from './demo-id-sign-in.fixture.ts'

async function start(options: Partial<ServicesOptions> = {}) {
  const services = await runningServices(options)
  const { origin } = services
  const ask = (token: string) => askUserinfo(`${origin}/demo-id/userinfo`, token)
  const statusWith = async (token: string) => (await ask(token)).status
  return { ...services, demo: atDemoId(origin), google: atGoogle(`${origin}/google_sheets`), ask, statusWith }
}

const refused = (error: string) => expect.objectContaining({ error })

async function errorOf(answer: Promise<Response>): Promise<unknown> {
  return (await answer).json()
}

// RFC 9207
test('redirects with code, state and issuer, and keeps the query', async () => {
  const { demo, origin } = await start()
  const back = await demo.sentBack(undefined, { redirect_uri: `${demo.redirectUri}?keep=1` })
  const code = expect.stringMatching(/^demo-id_ac_/)
  expect(Object.fromEntries(back)).toEqual({ keep: '1', code, state: 'the-state', iss: `${origin}/demo-id` })
})

test('a code expires after 60 seconds', async () => {
  let now = Date.now()
  const { demo } = await start({ now: () => now })
  const [early, late] = [await demo.code(), await demo.code()]
  now += 59_999
  expect(await (await demo.exchange(early)).json()).toHaveProperty('access_token')
  now += 1
  expect(await errorOf(demo.exchange(late))).toEqual(refused('invalid_grant'))
})

test('refuses a redirect_uri that differs at the token endpoint', async () => {
  const { demo } = await start()
  const change = { redirect_uri: `${demo.redirectUri}/` }
  expect(await errorOf(demo.exchange(await demo.code(), change))).toEqual(refused('invalid_grant'))
})

// RFC 6749 §5.2
test('sends token errors as JSON that no cache keeps', async () => {
  const { origin, demo } = await start()
  const url = `${origin}/demo-id/oauth/token`
  const headers = { authorization: `Basic ${btoa('switchyard:demo-id-secret')}` }
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
  expect(await ask('grant_type=refresh_token&refresh_token=x&client_secret=demo-id-secret')).toMatchObject({
    status: 400,
    error: 'invalid_request',
  })
  const json = await fetch(url, { method: 'POST', headers, body: '{}' })
  expect(await json.json()).toMatchObject({ error: 'invalid_request' })
  expect((await fetch(url)).status).toBe(405)
  expect((await demo.exchange(await demo.code())).headers.get('cache-control')).toBe('no-store')
})

// RFC 6749 §6
test('refuses a refresh for wider scopes than granted', async () => {
  const { demo } = await start()
  const { refresh_token } = await demo.signIn('demo-id-robin', { scope: 'email' })
  const wider = await demo.askToRefresh(refresh_token, { scope: 'email profile' })
  expect([wider.status, await wider.json()]).toMatchObject([400, { error: 'invalid_scope' }])
  const same = await demo.askToRefresh(refresh_token, { scope: 'email' })
  expect(await same.json(), 'a refused refresh spends nothing').toMatchObject({ scope: 'email' })
})

test('an access token expires after an hour and can be refreshed', async () => {
  let now = Date.now()
  const { demo, ask, statusWith } = await start({ now: () => now })
  const tokens = await demo.signIn()
  now += 3_599_999
  expect(await statusWith(tokens.access_token)).toBe(200)
  now += 1
  const answer = await ask(tokens.access_token)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"')
  expect(await statusWith((await demo.refresh(tokens.refresh_token)).access_token)).toBe(200)
})

// RFC 7009
test('revokes a whole grant by refresh token, an access token alone', async () => {
  const { demo, statusWith } = await start()
  const [tokens, other] = [await demo.signIn(), await demo.signIn()]
  const revoke = async (token: string, client = demo.client) =>
    (await demo.post('/oauth/revoke', { token }, client)).status
  expect(await revoke('unknown')).toBe(200)
  expect(await revoke(tokens.access_token)).toBe(200)
  expect(await statusWith(tokens.access_token)).toBe(401)
  const next = await demo.refresh(tokens.refresh_token)
  expect(await revoke(next.refresh_token)).toBe(200)
  expect(await statusWith(next.access_token)).toBe(401)
  expect(await revoke(other.access_token, { ...demo.client, client_secret: 'nope' })).toBe(401)
  expect(await statusWith(other.access_token)).toBe(200)
})

test('keeps tokens across a restart with a state file', async () => {
  const stateFile = join(temporaryFolder(), 'nested', 'state.json')
  const first = await startServices({ port: 0, stateFile })
  const { access_token } = await atDemoId(first.origin).signIn()
  await first.close()
  const { statusWith } = await start({ stateFile })
  expect(await statusWith(access_token)).toBe(200)
})

test('refuses to share a taken port', async () => {
  const { origin } = await start()
  await expect(startServices({ port: Number(new URL(origin).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
