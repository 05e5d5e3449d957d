import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { anAppletFixture, aPlainApplet } from '../../applets/testing/stored-applet.fixture.ts'
import { connect } from '../../system/d1/client.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { aBranch, aProgram, aSnapshot, aStep } from '../runner/testing/applet-makers.ts'
import { sha256Hex } from '../../system/secrets/hashes.ts'
import { call } from '../../testing/call-api.ts'

const HUB = 'https://hub.example/'

/** A feed on the web, and the hub that it names. */
const web = { items: ['old'], has_hub: false, reads: 0, asked: [] as URLSearchParams[], broken: '' }

beforeEach(() => {
  Object.assign(web, { items: ['old'], has_hub: false, reads: 0, asked: [], broken: '' })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (String(input) === HUB) {
      web.asked.push(new URLSearchParams(String(init?.body)))
      return new Response(null, { status: 202 })
    }
    web.reads += 1
    return new Response(web.broken || document(web.items), {
      headers: web.has_hub ? { link: `<${HUB}>; rel=hub` } : {},
    })
  })
})

function document(items: string[]): string {
  const entries = items.map((id) => `<item><guid>${id}</guid><title>${id}</title></item>`).toReversed()
  return `<rss><channel><title>News</title>${entries.join('')}</channel></rss>`
}

/** A user whose Applet tells them of each new item. */
async function aFollower(feed_url: string, given?: Awaited<ReturnType<typeof anAppletFixture>>) {
  const world = given ?? (await anAppletFixture())
  const { ctx, user } = world
  const applet = await aPlainApplet(world)
  const trigger = {
    ...aStep(0, 'new_item', { feed_url }),
    kind: 'trigger',
    module_name: 'feeds',
    identity: feed_url,
  } as const
  const notify = { ...aStep(1, 'send', { message: '{{EntryTitle}}' }), module_name: 'notifications' }
  const snapshot = aSnapshot(1, [aProgram(applet.id, [aBranch(trigger, [notify])])], { user_id: user.id })
  const runner = ctx.runners.get(ctx.runners.newId())
  await runner.sync(snapshot)
  const health = async () => (await runner.health([applet.id]))[0]
  await eventually(async () => expect((await health())?.last_checked).not.toBeNull())
  const told = async () => {
    const rows = await connect(env.DB).select().from(notifications).where(eq(notifications.user_id, user.id))
    return rows.map(({ text }) => text)
  }
  return { runner, world, health, told }
}

async function sourceOf(feed_url: string) {
  const name = await sha256Hex(JSON.stringify(['feeds', 'feed', [['feed_url', feed_url]]]))
  const namespace = env.SOURCE as DurableObjectNamespace
  return namespace.getByName(name)
}

test('two users hear of a new item that was read once', async () => {
  const address = 'https://news.example/shared.xml'
  const { world, told } = await aFollower(address)
  await aFollower(address, world)
  expect(web.reads).toBe(1)
  web.items.push('new')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 360_000)
  await runDurableObjectAlarm(await sourceOf(address))
  await eventually(async () => expect(await told()).toEqual(['new', 'new']))
  expect(web.reads).toBe(2)
  vi.mocked(Date.now).mockRestore()
})

test('a deleted user is not told of anything', async () => {
  const address = 'https://news.example/left.xml'
  const { runner } = await aFollower(address)
  const stub = await sourceOf(address)
  const times = async () => (stub as unknown as { times(): Promise<{ next_check: number | null }> }).times()
  expect((await times()).next_check).not.toBeNull()
  await runner.forget()
  expect((await times()).next_check).toBeNull()
})

test('an Applet says why its feed cannot be read', async () => {
  web.broken = 'PK\u0003\u0004'.repeat(50)
  const { health } = await aFollower('https://news.example/zip.xml')
  expect((await health())?.note).toBe('news.example sent a file that is not a feed.')
})

test('what a hub pushes and signs starts the Applet', async () => {
  web.has_hub = true
  const address = 'https://news.example/pushed.xml'
  const { told } = await aFollower(address)
  await eventually(() => expect(web.asked).toHaveLength(1))
  const form = Object.fromEntries(web.asked[0] ?? [])
  const { pathname } = new URL(form['hub.callback'] ?? '')
  const verify = (topic: string) =>
    call(
      'GET',
      `${pathname}?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.challenge': 'c1' })}`,
    )
  expect((await verify('https://other.example/')).status).toBe(404)
  const verified = await verify(address)
  expect([verified.status, await verified.text()]).toEqual([200, 'c1'])
  const body = document(['old', 'pushed'])
  const push = async (key: string) => {
    const headers = { 'x-hub-signature': `sha256=${await signed(key, body)}`, 'content-type': 'application/rss+xml' }
    return (await call('POST', pathname, { body, headers })).status
  }
  expect(await push('another key')).toBe(204)
  expect(await told()).toEqual([])
  expect(await push(form['hub.secret'] ?? '')).toBe(204)
  await eventually(async () => expect(await told()).toEqual(['pushed']))
  expect(web.reads).toBe(1)
})

async function signed(key: string, text: string): Promise<string> {
  const [raw, body] = [new TextEncoder().encode(key), new TextEncoder().encode(text)]
  const imported = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mark = new Uint8Array(await crypto.subtle.sign('HMAC', imported, body))
  return Array.from(mark, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
