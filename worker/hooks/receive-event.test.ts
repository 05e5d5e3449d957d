import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { rate_limits } from '../db/schema/accounts.ts'
import { api } from '../app/api.ts'
import { enableApplet } from '../applets/enable/enable-applet.ts'
import { disableApplet } from '../applets/enable/disable-applet.ts'
import { roundTrips } from '../testing/round-trips.ts'
import { activity_log } from '../db/schema/applets.ts'
import { aPlainApplet, at, anAppletFixture, enablementOf } from '../applets/testing/stored-applet.fixture.ts'
import { BODY_MAX_BYTES } from '../contract/limits.ts'
import type { Tier } from '../contract/tiers.ts'
import { aSubscription, aUser } from '../testing/rows.ts'
import { receiveEvent } from './receive-event.ts'
import { regenerateHook } from './regenerate-hook.ts'

type Sent = { method?: string; body?: BodyInit; headers?: Record<string, string>; bindings?: typeof env }

/** Sends as another machine does: no cookie, no token, none of our headers. */
async function send(url: string | null, { method = 'POST', body, headers = {}, bindings = env }: Sent = {}) {
  const context = createExecutionContext()
  const request = new Request(url ?? 'http://localhost:8788/', { method, headers, ...(body !== undefined && { body }) })
  const response = await api.fetch(request, bindings, context)
  await waitOnExecutionContext(context)
  return response
}

async function aHook() {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  const { hook_url } = (await enableApplet(world.ctx, { id: applet.id })).applet
  const key = hook_url?.split('/').at(-1) ?? ''
  const received = () => world.db.select().from(activity_log).where(eq(activity_log.kind, 'hook_received'))
  return { world, applet, hook_url, key, received }
}

test('accepts an event without a session, logging size and type', async () => {
  const { world, applet, hook_url, key, received } = await aHook()
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const response = await send(hook_url, { body: '{"secret":"swordfish"}', headers })
  expect([response.status, await response.json()]).toEqual([200, { received: true }])
  expect(await received()).toMatchObject([
    { user_id: world.user.id, applet_id: applet.id, detail: { bytes: 22, content_type: 'application/json' } },
  ])
  const stored = JSON.stringify(await received())
  expect(stored).not.toContain(key)
  expect(stored).not.toContain('swordfish')
})

// §D3.2-35
test.each([
  ['a form', 'value1=a', 'application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
  ['XML', '<event/>', 'TEXT/XML', 'text/xml'],
  ['bytes that are not text', new Uint8Array([0, 0xff, 0xfe]), 'application/octet-stream', 'application/octet-stream'],
  ['malformed JSON', '{', 'application/json', 'application/json'],
  ['an unknown content type', 'x', 'my password is swordfish', null],
])('accepts %s', async (_, body, type, content_type) => {
  const { hook_url, received } = await aHook()
  expect((await send(hook_url, { body, headers: { 'content-type': type } })).status).toBe(200)
  expect(await received()).toMatchObject([{ detail: { content_type } }])
})

test('accepts events without body or type from other sites', async () => {
  const { hook_url, received } = await aHook()
  const headers = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
  expect((await send(hook_url, { headers })).status).toBe(200)
  expect(await received()).toMatchObject([{ detail: { bytes: 0, content_type: null } }])
})

test('accepts 64 KB, but answers 413 to one byte more', async () => {
  const { hook_url, received } = await aHook()
  expect((await send(hook_url, { body: 'x'.repeat(BODY_MAX_BYTES + 1) })).status).toBe(413)
  expect(await received()).toEqual([])
  expect((await send(hook_url, { body: 'x'.repeat(BODY_MAX_BYTES) })).status).toBe(200)
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('%s on a hook answers 405 and names POST', async (method) => {
  const { hook_url, received } = await aHook()
  const response = await send(hook_url, { method })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await received()).toEqual([])
})

// §D3.2-22
test('answers 404 at the old URL after regeneration', async () => {
  const { world, applet, hook_url } = await aHook()
  const { hook_url: fresh } = await regenerateHook(world.ctx, at(applet))
  expect((await send(hook_url)).status).toBe(404)
  expect((await send(fresh)).status).toBe(200)
})

test('answers 404 while the Applet is disabled', async () => {
  const { world, applet, hook_url, received } = await aHook()
  await disableApplet(world.ctx, at(applet))
  const [disabled, unknown] = [await send(hook_url), await send('http://localhost:8788/hooks/unknown')]
  expect([disabled.status, await disabled.json()]).toEqual([unknown.status, await unknown.json()])
  expect(unknown.status).toBe(404)
  expect(await received()).toEqual([])
  await enableApplet(world.ctx, { id: applet.id })
  expect((await send(hook_url)).status).toBe(200)
})

// §D3.3-10
test.each<[Tier, number]>([
  ['free', 10],
  ['intermediate_pro', 60],
  ['pro', 300],
  ['legacy_pro', 60],
])("%s: accepts %i events a minute across all the user's hooks", async (tier, allowed) => {
  const { world, key } = await aHook()
  if (tier !== 'free') await aSubscription(world.db, world.user, { tier })
  const second = await aPlainApplet(world)
  const { hook_url } = (await enableApplet(world.ctx, { id: second.id })).applet
  const second_key = hook_url?.split('/').at(-1) ?? ''
  await receiveEvent(world.base, { key, bytes: 1, content_type: undefined })
  await world.db.update(rate_limits).set({ count: allowed - 1 })
  await receiveEvent(world.base, { key: second_key, bytes: 1, content_type: undefined })
  await expect(receiveEvent(world.base, { key, bytes: 1, content_type: undefined })).rejects.toMatchObject({
    code: 'rate_limited',
    detail: { retryAfter: 60 },
  })
  world.base.advance(60_000)
  await expect(receiveEvent(world.base, { key, bytes: 1, content_type: undefined })).resolves.toBeTruthy()
})

test('answers 429 with Retry-After without affecting other users', async () => {
  const { world, applet, hook_url } = await aHook()
  const other = await world.base.as(await aUser(world.db))
  const theirs = (await enableApplet(other, { id: applet.id })).applet.hook_url
  for (let n = 0; n < 10; n++) await send(hook_url)
  const response = await send(hook_url)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send(theirs)).status).toBe(200)
})

test('logs the route of each request, never the key', async () => {
  const { hook_url, key } = await aHook()
  const lines: unknown[] = []
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...line) => void lines.push(...line)),
  )
  await send(hook_url)
  await send(`${hook_url}/more?key=${key}`)
  const broken = { prepare: (query: string) => env.DB.prepare(query.replace('"enablements"', '"nowhere"')) }
  expect((await send(hook_url, { bindings: { ...env, DB: broken as D1Database } })).status).toBe(500)
  for (const spy of spies) spy.mockRestore()
  const said = lines.join('\n')
  expect(said).toContain('/hooks/:key')
  expect(said).toContain('unexpected_error')
  expect(said).not.toContain(key)
})

test('accepts events even when the sealing key is missing', async () => {
  const { world, applet, key, received } = await aHook()
  expect((await enablementOf(world, world.user, applet))?.hook_key_sealed).toMatch(/^local\./)
  const rotated = { ...world.base, settings: { ...world.base.settings, TOKEN_KEYS: `new:${btoa('k'.repeat(32))}` } }
  await receiveEvent(rotated, { key, bytes: 0, content_type: undefined })
  expect(await received()).toHaveLength(1)
})

test('costs three round trips to D1 per event', async () => {
  const { world, key } = await aHook()
  const event = { key, bytes: 2, content_type: 'text/plain' }
  expect(await roundTrips(world.base, (ctx) => receiveEvent(ctx, event))).toBe(3)
})
