import type { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Activation } from '../../worker/contract/connections/service.ts'
import { loadInput } from '../edge/routing/load-input.fixture.ts'
import { me } from '../testing/page.fixture.tsx'
import { connectionRoutes } from './routes.ts'
import { service } from '../testing/catalogue.fixture.ts'
import { account } from './connected-account.fixture.ts'

async function load(path: string, build: (app: Hono) => void) {
  const { pathname } = new URL(path, 'http://localhost')
  const route = connectionRoutes.find(({ pattern }) => pattern === pathname)
  if (route?.access !== 'private') throw new Error(`${pathname} is not private.`)
  const input = loadInput({ path, signedIn: true, build })
  return route.load({ ...input, mine: input.api, me: Promise.resolve(me()) })
}

const answers = (activation: Activation, cookie?: string) => (app: Hono) =>
  app.get('/api/activation', (c) => {
    if (cookie) c.header('set-cookie', cookie)
    return c.json(activation)
  })

const refusal = (app: Hono) =>
  app.get('/api/activation', (c) =>
    c.json({ error: { code: 'not_found', message: 'We could not find that.' }, errors: [] }, 404),
  )

test('activation requests services in order with return_to and reconnect', async () => {
  const asked: Record<string, string[]>[] = []
  await load('/activate?c[]=github&c[]=google_sheets&return_to=/a%3Fb=c&reconnect=1&utm=x', (app) =>
    app.get('/api/activation', (c) => {
      asked.push(c.req.queries())
      return c.json({ kind: 'done', to: '/a?b=c' })
    }),
  )
  expect(asked).toEqual([{ 'c[]': ['github', 'google_sheets'], return_to: ['/a?b=c'], reconnect: ['1'] }])
})

test("an OAuth service redirects and sets this browser's cookie", async () => {
  const cookie = '__Host-oauth=abc; Path=/; Secure; HttpOnly'
  const loaded = await load('/activate?c[]=github', answers({ kind: 'redirect', to: 'https://github.test/a' }, cookie))
  expect(loaded).toEqual({ kind: 'redirect', to: 'https://github.test/a', cookies: [cookie] })
})

test('returns to return_to once all services are connected', async () => {
  const loaded = await load('/activate?c[]=github&return_to=/plans', answers({ kind: 'done', to: '/plans' }))
  expect(loaded).toMatchObject({ kind: 'redirect', to: '/plans' })
})

test('a service with a key is a page', async () => {
  const step: Activation = {
    kind: 'key',
    sign_in: null,
    fields: [{ slug: 'token', label: 'API token', type: 'secret' }],
    service: service('todoist'),
    step: 1,
    steps: 2,
    remaining: [],
    return_to: '/',
  }
  expect(await load('/activate?c[]=todoist', answers(step))).toMatchObject({
    kind: 'page',
    title: 'Connect Todoist',
    data: step,
  })
})

test('an unknown service shows a message and a safe way back', async () => {
  expect(await load('/activate?c[]=nothing&return_to=/plans', refusal)).toMatchObject({
    kind: 'page',
    status: 404,
    data: { kind: 'refused', message: 'We could not find that.', return_to: '/plans', help: null },
  })
  expect(await load('/activate?c[]=nothing&return_to=//evil.test', refusal)).toMatchObject({ data: { return_to: '/' } })
})

test.each([
  [403, 'tier_required', '/plans?reason=x', 'Compare plans'],
  [422, 'invalid_input', '/settings/operator', 'Set it up'],
] as const)('a refusal with %i %s links to %s', async (status, code, redirect_to, label) => {
  const error = { code, message: 'Not yet.', redirect_to }
  const loaded = await load('/activate?c[]=google_sheets', (app) =>
    app.get('/api/activation', (c) => c.json({ error, errors: [] }, status)),
  )
  expect(loaded).toMatchObject({
    status: status === 403 ? 403 : 404,
    data: { message: error.message, help: { label, to: redirect_to } },
  })
})

test('an API failure is an error page that can be reloaded', async () => {
  await expect(
    load('/activate?c[]=github', (app) => app.get('/api/activation', (c) => c.json({}, 503))),
  ).rejects.toThrow('503')
})

test('/settings/connections shows the accounts', async () => {
  const connections = [account()]
  const loaded = await load('/settings/connections', (app) =>
    app.get('/api/connections', (c) => c.json({ connections })),
  )
  expect(loaded).toMatchObject({ kind: 'page', data: { connections, user: { tier: 'free' } } })
})
