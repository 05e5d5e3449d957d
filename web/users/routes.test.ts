import type { Hono } from 'hono'
import { expect, test } from 'vitest'
import { loadInput } from '../edge/routing/load-input.fixture.ts'
import { accountRoutes } from './routes.ts'
import { me } from '../testing/page.fixture.tsx'

const livingSession = (app: Hono) => app.get('/api/me', (c) => c.json({ me: Promise.resolve(me()) }))
const staleSession = (app: Hono) => app.get('/api/me', (c) => c.json({ me: null }))
const apiAway = (app: Hono) => app.get('/api/me', (c) => c.json({}, 503))

async function load(path: string, build?: (app: Hono) => void) {
  const { pathname } = new URL(path, 'http://localhost')
  const route = accountRoutes.find(({ pattern }) => pattern === pathname)
  if (route?.access !== 'fresh') throw new Error(`${pathname} is not a page for everyone.`)
  return route.load(loadInput({ path, signedIn: build !== undefined, ...(build && { build }) }))
}

test.each(['/login', '/join'])('%s shows visitors its form and keeps return_to', async (path) => {
  expect(await load(`${path}?return_to=/applets/1%3Fa=b`)).toMatchObject({
    kind: 'page',
    data: { return_to: '/applets/1?a=b' },
  })
  expect(await load(path)).toMatchObject({ data: { return_to: '/my_applets' } })
})

test.each(['//evil.test', 'https://evil.test/', '/\\evil.test', 'javascript:alert(1)'])(
  'signing in never redirects off-site: %s',
  async (target) => {
    const loaded = await load(`/login?return_to=${encodeURIComponent(target)}`)
    expect(loaded).toMatchObject({ data: { return_to: '/my_applets' } })
  },
)

test.each(['/login', '/join'])('%s redirects a signed-in user', async (path) => {
  expect(await load(`${path}?return_to=/plans`, livingSession)).toEqual({ kind: 'redirect', to: '/plans' })
  expect(await load(path, staleSession)).toMatchObject({ kind: 'page' })
})

test('/login explains a failed provider sign-in in our own words', async () => {
  expect(await load('/login?sign_in_problem=expired')).toMatchObject({ data: { problem: 'expired' } })
  for (const other of ['', 'toString', '__proto__', '<b>'])
    expect(await load(`/login?sign_in_problem=${encodeURIComponent(other)}`)).toMatchObject({ data: { problem: null } })
})

test('reset-login returns at once while the session is live', async () => {
  expect(await load('/session/reset?return_to=/applets/1', livingSession)).toEqual({
    kind: 'redirect',
    to: '/applets/1',
  })
})

test('reset-login ends a stale session and keeps return_to', async () => {
  const cookies = ['__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0']
  expect(await load('/session/reset?return_to=/applets/1%3Fa=b', staleSession)).toEqual({
    kind: 'redirect',
    to: '/login?return_to=%2Fapplets%2F1%3Fa%3Db',
    cookies,
  })
  expect(await load('/session/reset')).toMatchObject({ to: '/login?return_to=%2Fmy_applets' })
})

test('reset-login signs nobody out while the API is down', async () => {
  await expect(load('/session/reset?return_to=/', apiAway)).rejects.toMatchObject({ status: 503 })
})

test('mail links keep their whole token', async () => {
  const token = 'x'.repeat(700)
  const link = (app: Hono) =>
    app.get('/api/email_verifications', (c) => c.json({ email: c.req.query('token'), own: true }))
  const verification = await load(`/verify_email?token=${token}`, link)
  expect(verification).toMatchObject({ data: { token, link: { email: token, own: true } } })
  expect(await load(`/password_reset?token=${token}`)).toMatchObject({ data: { token } })
  expect(await load('/password_reset')).toMatchObject({ data: { token: null } })
})

test('a signed-in browser can finish the second step of a reset', async () => {
  const asked = (waiting: object | null) => (app: Hono) =>
    livingSession(app).get('/api/session/second_step', (c) => c.json({ waiting }))
  const waiting = { ends_at: 1, recovery: null }
  const path = '/login/second_step?return_to=/plans'
  expect(await load(path, asked(waiting))).toMatchObject({ kind: 'page', data: { waiting, return_to: '/plans' } })
  expect(await load(path, asked(null))).toEqual({ kind: 'redirect', to: '/plans' })
})

test('a link to verify that the API refuses shows its page', async () => {
  const refused = (app: Hono) => app.get('/api/email_verifications', (c) => c.json({}, 422))
  expect(await load('/verify_email', refused)).toMatchObject({ kind: 'page', data: { token: '', link: null } })
  const away = (app: Hono) => app.get('/api/email_verifications', (c) => c.json({}, 503))
  await expect(load('/verify_email?token=a', away)).rejects.toMatchObject({ status: 503 })
})

test('/settings shows sessions to signed-in users only', async () => {
  const route = accountRoutes.find(({ pattern }) => pattern === '/settings')
  if (route?.access !== 'private') throw new Error('/settings is not private.')
  const sessions = [{ id: 'ses_1', user_agent: null, created_at: 0, last_seen_at: 0, current: true }]
  const input = loadInput({
    path: '/settings?events_before=5.sec_1',
    signedIn: true,
    build: (app) =>
      livingSession(app)
        .get('/api/sessions', (c) => c.json({ sessions }))
        .get('/api/reminders', (c) => c.json({ reminders: true }))
        .get('/api/maker_key', (c) => c.json({ maker_key: null, hidden: false }))
        .get('/api/sign_in_ways', (c) =>
          c.json({ password: true, passkeys: [], identities: [], second_factor: { since: null, codes_left: 0 } }),
        )
        .get('/api/security_events', (c) =>
          c.json({ events: [], next: c.req.query('before') ?? null, earlier: { applets: [], drafts: [] } }),
        ),
  })
  const loaded = await route.load({ ...input, mine: input.api, me: Promise.resolve(me()) })
  expect(loaded).toMatchObject({
    kind: 'page',
    data: { sessions, reminders: true, me: { login: 'ada' }, security: { next: '5.sec_1' } },
  })
})
