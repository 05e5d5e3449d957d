import { exchangeWebFlowCode, deleteAuthorization, refreshToken } from '@octokit/oauth-methods'
import { request } from '@octokit/request'
import { expect, test } from 'vitest'
import { connectKey } from '../../connections/connect-key.ts'
import { disconnectAccount } from '../../connections/disconnect.ts'
import { refreshAccount } from '../../connections/access/refresh-account.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import { productWithDoubles } from '../../../dev/stand-ins/doubles/testing/signed-in.fixture.ts'
import { GITHUB_APP, GITHUB_OAUTH_APP } from '../../../dev/stand-ins/doubles/github/github-oauth.ts'

const TOKEN = 'github_pat_demo4711'
const product = (client = GITHUB_OAUTH_APP) => productWithDoubles({ credentials: { github: client } })
type Product = Awaited<ReturnType<typeof product>>

function asked({ services }: Product): string[] {
  return services.control.asked('github').map(({ method, path }) => `${method} ${path}`)
}

test('signs in at GitHub with the operator’s client', async () => {
  const world = await product()
  const step = await world.start('github')
  const to = new URL(step.kind === 'redirect' ? step.to : '')
  expect(to.pathname).toBe('/github/login/oauth/authorize')
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    scope: 'repo notifications',
    code_challenge_method: 'S256',
  })
  const account = await world.connect('github')
  expect(account).toMatchObject({
    account_name: 'octocat',
    scopes: 'repo,notifications',
    refresh_token: null,
    expires_at: null,
  })
  expect(await world.opened(account)).toMatch(/^gho_/)
})

test('without a client only the token is offered', async () => {
  const world = await productWithDoubles()
  expect(await world.start('github')).toMatchObject({ kind: 'key', sign_in: null, fields: [{ slug: 'token' }] })
})

test('a pasted token connects beside a client, and signing in repairs it', async () => {
  const world = await product()
  const pasted = await connectKey(world.ctx, { module_name: 'github', values: { token: TOKEN } })
  expect(pasted).toMatchObject({ account_name: 'octocat' })
  const account = await world.connect('github')
  expect([account.id, await world.accounts()]).toMatchObject([pasted.id, { length: 1 }])
})

test.each([GITHUB_OAUTH_APP, GITHUB_APP])('disconnecting ends the grant of $client_id', async (client) => {
  const world = await product(client)
  const account = await world.connect('github')
  const token = await world.opened(account)
  await disconnectAccount(world.ctx, account.id)
  await world.settled()
  expect(asked(world).at(-1)).toBe(`DELETE /applications/${client.client_id}/grant`)
  expect(world.services.control.grants()).toEqual([])
  const answer = await fetch(`${world.services.origin}/github/user`, {
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'x' },
  })
  expect(answer.status).toBe(401)
})

test('a pasted token stays when it is disconnected', async () => {
  const world = await product()
  const pasted = await connectKey(world.ctx, { module_name: 'github', values: { token: TOKEN } })
  await disconnectAccount(world.ctx, pasted.id)
  await world.settled()
  expect(asked(world)).toEqual(['GET /user'])
})

test('tokens of an app that end are refreshed', async () => {
  const clock = { now: Date.UTC(2026, 2, 1) }
  const world = await productWithDoubles({ credentials: { github: GITHUB_APP }, now: () => clock.now })
  const account = await world.connect('github')
  expect(account.expires_at).toBe(clock.now + 8 * HOUR)
  const first = await world.opened(account)
  clock.now += 8 * HOUR
  const renewed = await refreshAccount(world.ctx, account)
  expect(await world.opened(renewed)).toMatch(/^ghu_/)
  expect(await world.opened(renewed)).not.toBe(first)
})

test('a refresh token that GitHub refuses breaks the connection', async () => {
  const world = await product(GITHUB_APP)
  const account = await world.connect('github')
  const again = await world.connect('github')
  expect(again.id).toBe(account.id)
  await world.ctx.db.update(connected_accounts).set({ refresh_token: again.access_token })
  await expect(refreshAccount(world.ctx, again)).rejects.toMatchObject({ code: 'connection_broken' })
  expect((await world.accounts())[0]?.status).toBe('broken')
})

test('Octokit exchanges, refreshes and ends what the double grants', async () => {
  const world = await product(GITHUB_APP)
  const step = await world.start('github')
  const back = await world.allow(step.kind === 'redirect' ? step.to.replace(/&code_challenge=.*$/, '') : '')
  const asGithub = request.defaults({ baseUrl: `${world.services.origin}/github` })
  const client = {
    clientType: 'github-app',
    clientId: GITHUB_APP.client_id,
    clientSecret: GITHUB_APP.client_secret,
  } as const
  const code = back.searchParams.get('code') ?? ''
  const { authentication } = await exchangeWebFlowCode({ ...client, code, request: asGithub })
  if (!('refreshToken' in authentication)) throw new Error('No refresh token')
  const renewed = await refreshToken({ ...client, refreshToken: authentication.refreshToken, request: asGithub })
  const { token } = renewed.authentication
  expect((await deleteAuthorization({ ...client, token, request: asGithub })).status).toBe(204)
  await expect(exchangeWebFlowCode({ ...client, code, request: asGithub })).rejects.toThrow('bad_verification_code')
})

test.each([
  [GITHUB_OAUTH_APP, 200],
  [GITHUB_APP, 403],
])('a sign-in asks for webhooks (%o) and is answered %i', async (client, status) => {
  const world = await product(client)
  const authorization = `Bearer ${await world.opened(await world.connect('github'))}`
  const headers = { authorization, 'user-agent': 'x' }
  const hooks = await fetch(`${world.services.origin}/github/repos/octocat/hello-world/hooks`, { headers })
  expect(hooks.status).toBe(status)
})
