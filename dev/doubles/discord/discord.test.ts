import { REST } from '@discordjs/rest'
import { Routes } from 'discord-api-types/v10'
import { beforeEach, describe, expect, test } from 'vitest'
import { publishedType } from '../published/published-types.ts'
import { doubleScene, type DoubleScene } from '../testing/double-scene.fixture.ts'
import { discordAddress } from './discord-double.ts'

const HOOK = { id: '1200000000000000001', token: `kitchen-${'T0kenOfTheDouble'.repeat(4)}` }
const CARD = {
  message: 'Tea: {{Value1}}',
  username: 'Kettle',
  avatar_url: 'https://tea.example/kettle.png',
  title: 'The kettle',
  link: 'https://tea.example',
  image_url: 'https://tea.example/tea.png',
}
const published = {
  body: publishedType('DiscordMessageBody'),
  message: publishedType('DiscordMessage'),
  webhook: publishedType('DiscordWebhook'),
  error: publishedType('DiscordError'),
}

let scene: DoubleScene
beforeEach(async () => {
  scene = await doubleScene('discord')
})

async function connected(fields: Record<string, string> = { message: '{{Value1}}' }): Promise<DoubleScene> {
  await scene.connect({ webhook: discordAddress(scene.address, HOOK) })
  scene.enable({ action: 'post_message', fields })
  return scene
}

/** What Discord shows, newest first. */
async function posted(): Promise<string> {
  return (await fetch(scene.address)).text()
}

async function toggleWebhook(): Promise<void> {
  await fetch(`${scene.address}/control/${HOOK.id}/revoke`, { method: 'POST', redirect: 'manual' })
}

describe('connecting Discord', () => {
  // §D49-01
  test("takes the webhook's name and posts nothing", async () => {
    expect(await scene.connect({ webhook: discordAddress(scene.address, HOOK) })).toEqual({
      ok: true,
      value: { id: HOOK.id, name: 'Kitchen' },
    })
    expect(scene.exchanges.map(({ method }) => method)).toEqual(['GET'])
    expect(published.webhook(JSON.parse(scene.exchanges[0]?.answer ?? ''))).toEqual([])
  })

  // §D49-02
  test.each([
    ['deleted', discordAddress('', { ...HOOK, id: '1200000000000000009' })],
    ['with another token', discordAddress('', { ...HOOK, token: 'x'.repeat(60) })],
  ])('refuses a webhook that is %s', async (_, path) => {
    expect(await scene.connect({ webhook: scene.address + path })).toMatchObject({
      problem: {
        failure: 'unauthorized',
        attribute: 'webhook',
        message: expect.stringContaining('Make a new webhook'),
      },
    })
    expect(published.error(JSON.parse(scene.exchanges[0]?.answer ?? ''))).toEqual([])
  })

  // §D49-02
  test.each(['https://evil.example/api/webhooks/1200000000000000001/abc', 'https://discord.com/api/users/1'])(
    'refuses %s before it is opened',
    async (webhook) => {
      await expect(scene.connect({ webhook })).rejects.toMatchObject({ message: 'This is not an address of Discord.' })
      expect(scene.exchanges).toEqual([])
    },
  )
})

describe('a message to Discord', () => {
  // §D49-03
  test('goes from trigger to channel, as Discord publishes it', async () => {
    await connected(CARD)
    expect(await scene.send('ready')).toBe('done')
    const [sent] = scene.exchanges.slice(-1)
    expect(new URL(sent?.address ?? '').searchParams.get('wait')).toBe('true')
    expect(published.body(JSON.parse(sent?.body ?? ''))).toEqual([])
    expect(published.message(JSON.parse(sent?.answer ?? ''))).toEqual([])
    expect(await posted()).toContain('Kettle: Tea: ready · The kettle')
  })

  // §D49-03
  test('pings nobody, and is cut to what Discord takes', async () => {
    await connected()
    expect(await scene.send(`@everyone ${'x'.repeat(3000)}`)).toBe('done')
    const { content, allowed_mentions } = JSON.parse(scene.exchanges.at(-1)?.body ?? '')
    expect(allowed_mentions).toEqual({ parse: [] })
    expect([content.length, content.at(-1)]).toEqual([2000, '…'])
  })

  // §D49-04
  test('waits as long as Discord asks, and loses nothing', async () => {
    await connected()
    for (let n = 0; n < 8; n++) await scene.send(`message ${n}`, 10)
    await scene.pass(60_000)
    expect(scene.runs().map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'done'))
    expect(scene.exchanges.filter(({ status }) => status === 429)).not.toEqual([])
    expect((await posted()).match(/message \d/g)?.toSorted()).toEqual(
      Array.from({ length: 8 }, (_, n) => `message ${n}`),
    )
  })

  // §D49-04
  test.each([
    [503, 'done', 1],
    [500, 'unsure', 0],
  ] as const)('after %i the run is %s', async (status, state, messages) => {
    await connected()
    scene.services.control.failNext('discord', 'api', status)
    await scene.send('tea', 60_000)
    expect(scene.runs().at(-1)?.state).toBe(state)
    expect((await posted()).match(/: tea/g) ?? []).toHaveLength(messages)
  })

  // §D49-04
  test("that Discord refuses fails with Discord's words", async () => {
    await connected({ message: '{{Value1}}', username: 'Clyde' })
    expect(await scene.send('tea', 3_600_000)).toBe('failed')
    expect(scene.page()?.message).toContain('Invalid Form Body')
  })

  // §D49-05
  test('to a deleted webhook breaks the connection and holds the run', async () => {
    await connected()
    await toggleWebhook()
    expect(await scene.send('tea')).toBe('held')
    expect(scene.isBroken).toBe(true)
  })

  // §D49-06
  test("leaves nothing of the pasted address in the Runner's storage", async () => {
    await connected()
    scene.services.control.addFault('discord', { kind: 'status', status: 500 })
    await scene.send('tea')
    await toggleWebhook()
    await scene.send('tea again')
    expect(scene.everythingKept()).toContain('tea again')
    expect(scene.everythingKept()).not.toContain(HOOK.token)
  })
})

// §D49-07
test("discord.js's own client posts to the double", async () => {
  const rest = new REST({ api: scene.address, version: '10' })
  const { id, token } = HOOK
  const query = new URLSearchParams({ wait: 'true' })
  const sent = await rest.post(Routes.webhook(id, token), { body: { content: 'from discord.js' }, auth: false, query })
  expect(published.message(sent)).toEqual([])
  expect(await rest.get(Routes.webhook(id, token), { auth: false })).toMatchObject({ name: 'Kitchen' })
  await toggleWebhook()
  await expect(rest.get(Routes.webhook(id, token), { auth: false })).rejects.toMatchObject({ code: 10015, status: 404 })
})
