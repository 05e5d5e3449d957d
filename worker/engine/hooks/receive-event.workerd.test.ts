import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { disableApplet } from '../../applets/enable/disable-applet.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { eventually } from '../../testing/eventually.ts'
import { aPlainApplet, at, anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { BODY_MAX_BYTES } from '../../contract/limits.ts'
import { PLANS, TIERS } from '../../contract/tiers.ts'
import { activity_log, enablements } from '../../db/schema/applets.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { runners } from '../../db/schema/runners.ts'
import { hookColumns } from '../../system/secrets/hook-key.ts'
import { databaseLike } from '../../testing/round-trips.ts'
import { anEnablement, aUser } from '../../testing/rows.ts'
import { regenerateAddress } from '../../applets/enable/regenerate-address.ts'
import { aHook, fateOf, receiptOf, send, withLostAnswers, withoutRunner } from './send-event.fixture.ts'

test('a receipt tells the fate of an event without its contents', async () => {
  const { world, hook_url } = await aHook({ message: 'Said: {{Value1}}' })
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const response = await send(hook_url, { body: '{"value1":"swordfish"}', headers })
  expect(response.status).toBe(202)
  const answer = await response.json<{ receipt: string }>()
  expect(answer).toEqual({ received: true, receipt: expect.stringMatching(/^[0-9A-Z]{26}$/) })
  await eventually(async () => {
    const times = { at: expect.any(Number), ended_at: expect.any(Number) }
    expect(await fateOf(hook_url, answer.receipt)).toEqual({
      receipt: answer.receipt,
      runs: [{ state: 'done', ...times }],
    })
  })
  expect(await world.db.select().from(notifications)).toMatchObject([{ text: 'Said: swordfish' }])
  expect(await world.db.select().from(activity_log)).toMatchObject([{ kind: 'enabled' }])
})

test('accepts any content type', async () => {
  const { hook_url } = await aHook()
  const sent: [body: BodyInit, type: string][] = [
    ['value1=a', 'application/x-www-form-urlencoded'],
    ['<event/>', 'TEXT/XML'],
    [new Uint8Array([0, 0xff, 0xfe]), 'application/octet-stream'],
    ['{', 'application/json'],
    ['x', 'my password is swordfish'],
  ]
  for (const [body, type] of sent) {
    const { status } = await send(hook_url, { body, headers: { 'content-type': type } })
    expect([type, status]).toEqual([type, 202])
  }
})

test('accepts events without body or type from other sites', async () => {
  const { hook_url } = await aHook()
  const headers = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
  expect((await send(hook_url, { headers })).status).toBe(202)
})

test('accepts 64 KB, but answers 413 to one byte more', async () => {
  const { hook_url } = await aHook()
  expect((await send(hook_url, { body: 'x'.repeat(BODY_MAX_BYTES + 1) })).status).toBe(413)
  expect((await send(hook_url, { body: 'x'.repeat(BODY_MAX_BYTES) })).status).toBe(202)
})

test('answers 405 to all but POST', async () => {
  const { hook_url } = await aHook()
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
    const response = await send(hook_url, { method })
    expect([method, response.status, response.headers.get('allow')?.includes('POST')]).toEqual([method, 405, true])
  }
})

test.each(['webhook-id', 'idempotency-key', 'x-github-delivery'])(
  'an event repeated by its %s runs once',
  async (name) => {
    const { hook_url } = await aHook()
    const headers = { [name]: 'evt_1' }
    const first = await receiptOf(send(hook_url, { body: 'a', headers }))
    expect(await receiptOf(send(hook_url, { body: 'a', headers }))).toBe(first)
    expect((await fateOf(hook_url, first)).runs).toHaveLength(1)
    expect((await send(hook_url, { body: 'b', headers })).status).toBe(422)
    expect(await receiptOf(send(hook_url, { body: 'a', headers: { 'webhook-id': 'evt_2' } }))).not.toBe(first)
  },
)

test('answers 404 at the old URL after regeneration', async () => {
  const { world, applet, hook_url } = await aHook()
  const { hook_url: fresh } = await regenerateAddress(world.ctx, at(applet), 'hook_url')
  expect((await send(hook_url)).status).toBe(404)
  expect((await send(fresh)).status).toBe(202)
})

test('a new key works before the Runner heard of it', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  const deaf = { ...world.ctx, defer: () => {}, runners: { ...world.ctx.runners, get: () => neverAnswers() } }
  const { hook_url } = (await enableApplet(deaf, { id: applet.id })).applet
  expect((await send(hook_url)).status).toBe(202)
  expect(await world.db.select().from(runners)).toMatchObject([{ applied: expect.any(Number) }])
})

test('answers 404 while the Applet is disabled', async () => {
  const { world, applet, hook_url } = await aHook()
  expect(await disableApplet(world.ctx, at(applet))).toMatchObject({ stopped: true })
  const [disabled, unknown] = [await send(hook_url), await send('http://localhost:8788/hooks/unknown')]
  expect([disabled.status, await disabled.json()]).toEqual([unknown.status, await unknown.json()])
  expect(unknown.status).toBe(404)
  await enableApplet(world.ctx, { id: applet.id })
  await world.base.settled()
  expect((await send(hook_url)).status).toBe(202)
})

test('a made-up key reaches neither D1 nor a Runner', async () => {
  const { key } = await aHook()
  const [runner_id = '', secret = ''] = key.split('.')
  const broken = { ...withoutRunner(), DB: noDatabase }
  const keys = [
    `${runner_id}.${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
    `${runner_id}.${'x'.repeat(54)}`,
    `${'0'.repeat(64)}.${secret}`,
    `unknown.${secret}`,
    `${key}.more`,
    'x'.repeat(300),
  ]
  for (const made of keys) {
    const response = await send(`http://localhost:8788/hooks/${made}`, { bindings: broken })
    expect([made, response.status]).toEqual([made, 404])
  }
})

test('an event costs no call to D1', async () => {
  const { hook_url } = await aHook()
  expect((await send(hook_url, { bindings: { ...env, DB: noDatabase } })).status).toBe(202)
})

test('an unknown key reads D1 at most once in ten seconds', async () => {
  const { world, applet, hook_url } = await aHook()
  await disableApplet(world.ctx, at(applet))
  const calm = { ...env, HOOKS_REREAD: limiter(false), DB: noDatabase }
  expect((await send(hook_url, { bindings: calm })).status).toBe(404)
  const first = { ...calm, HOOKS_REREAD: limiter(true) }
  expect((await send(hook_url, { bindings: first })).status).toBe(503)
})

test('beyond 20 refusals a minute the Worker answers alone', async () => {
  const { world, applet, hook_url } = await aHook()
  const { hook_url: fresh } = await regenerateAddress(world.ctx, at(applet), 'hook_url')
  const limited = { HOOKS_REFUSED: limiter(false) }
  expect((await send(hook_url, { bindings: { ...env, ...limited } })).status).toBe(404)
  expect((await send(hook_url, { bindings: { ...withoutRunner(), ...limited } })).status).toBe(404)
  expect((await send(fresh, { bindings: { ...env, ...limited } })).status).toBe(202)
})

test('answers 503 with Retry-After while the Runner is away', async () => {
  const { hook_url } = await aHook()
  const response = await send(hook_url, { bindings: withoutRunner() })
  expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(await response.json()).toMatchObject({ error: { code: 'event_not_stored' } })
})

test('an event whose answer was lost runs once when repeated', async () => {
  const { hook_url } = await aHook()
  const headers = { 'webhook-id': 'evt_lost' }
  const lost = await send(hook_url, { headers, bindings: withLostAnswers() })
  expect(lost.status).toBe(503)
  const receipt = await receiptOf(send(hook_url, { headers }))
  expect((await fateOf(hook_url, receipt)).runs).toHaveLength(1)
  expect(await receiptOf(send(hook_url, { headers }))).toBe(receipt)
})

test('regenerating changes nothing while the Runner is away', async () => {
  const { world, applet, hook_url } = await aHook()
  const away = { ...world.ctx, runners: { ...world.ctx.runners, get: () => neverAnswers() } }
  await expect(regenerateAddress(away, at(applet), 'hook_url')).rejects.toMatchObject({ code: 'runner_away' })
  expect((await send(hook_url)).status).toBe(202)
})

test('keys from before Runners keep working', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  const owner = { user_id: world.user.id, applet_id: applet.id }
  const columns = await hookColumns(String(env['TOKEN_KEYS']), owner, 'an-old-key')
  await anEnablement(world.db, world.user, applet, columns)
  expect((await send('http://localhost:8788/hooks/an-old-key')).status).toBe(202)
  expect((await send('http://localhost:8788/hooks/another-old-key')).status).toBe(404)
})

test('each user has their own events', async () => {
  const { world, applet, hook_url } = await aHook()
  const other = await world.base.as(await aUser(world.db))
  const theirs = (await enableApplet(other, { id: applet.id })).applet.hook_url
  await world.base.settled()
  const receipt = await receiptOf(send(theirs))
  expect((await send(`${hook_url}/receipts/${receipt}`, { method: 'GET' })).status).toBe(404)
  expect((await fateOf(theirs ?? '', receipt)).runs).toHaveLength(1)
})

test('events beyond the pace of a plan wait', async () => {
  const pace = TIERS.map((tier) => PLANS[tier].hook_events_per_minute)
  expect(pace).toEqual([10, 60, 300, 60])
  const { hook_url } = await aHook()
  const receipts: string[] = []
  for (let n = 0; n < 11; n++) receipts.push(await receiptOf(send(hook_url)))
  const { runs } = await fateOf(hook_url, receipts.at(-1) ?? '')
  expect(runs).toMatchObject([{ ended_at: null }])
})

test('answers the handshakes of senders', async () => {
  const { hook_url } = await aHook()
  const handshakes: [name: string, method: string, query: string, body?: string][] = [
    ['Slack', 'POST', '', '{"type":"url_verification","challenge":"3eZbrw1"}'],
    ['Microsoft', 'POST', '?validationToken=3eZbrw1'],
    ['Meta', 'GET', '?hub.mode=subscribe&hub.challenge=3eZbrw1'],
    ['Dropbox', 'GET', '?challenge=3eZbrw1'],
  ]
  for (const [name, method, query, body] of handshakes) {
    const response = await send(hook_url + query, { method, ...(body && { body }) })
    expect([name, response.status, await response.text()]).toEqual([name, 200, '3eZbrw1'])
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const unknown = await send(`http://localhost:8788/hooks/unknown${query}`, { method, ...(body && { body }) })
    expect([name, unknown.status]).toEqual([name, 404])
  }
})

test('logs the route of each request, never the key', async () => {
  const { hook_url, key } = await aHook()
  const lines: unknown[] = []
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...line) => void lines.push(...line)),
  )
  await send(hook_url)
  await send(`${hook_url}/more?key=${key}`)
  await send(`http://localhost:8788/trigger/door/with/key/${key}`)
  expect((await send(hook_url, { bindings: withoutRunner() })).status).toBe(503)
  for (const spy of spies) spy.mockRestore()
  const said = lines.join('\n')
  expect(said).toContain('/hooks/:key')
  expect(said).toContain('/trigger/:event/with/key/:key')
  expect(said).toContain('event_not_stored')
  expect(said).not.toContain(key)
})

test('a key outlives the rotation of the sealing key', async () => {
  const { world, hook_url, applet } = await aHook()
  const [row] = await world.db.select().from(enablements).where(eq(enablements.applet_id, applet.id))
  expect(row?.hook_key_sealed).toMatch(/^local\./)
  const rotated = { ...env, TOKEN_KEYS: `new:${btoa('k'.repeat(32))},${String(env['TOKEN_KEYS'])}` }
  expect((await send(hook_url, { bindings: rotated })).status).toBe(202)
})

/** Fails whatever is asked. */
const noDatabase = databaseLike({})

function limiter(success: boolean): RateLimit {
  return { limit: async () => ({ success }) }
}

/** A Runner that cannot be reached. */
function neverAnswers() {
  return new Proxy(Object.create(null), { get: () => () => Promise.reject(new Error('The Runner is away.')) })
}
