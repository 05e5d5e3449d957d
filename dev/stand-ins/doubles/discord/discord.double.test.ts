import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { publishedType } from '../published/published-types.ts'
import { doubleScene, type DoubleScene } from '../testing/double-scene.fixture.ts'
import type { Exchange } from '../testing/open-double.fixture.ts'
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
  const { exchanges } = scene
  onTestFinished(() => expect(exchanges.flatMap(discordProblems)).toEqual([]))
})

/** Lists what of an exchange is not as Discord publishes it. A fault that leads elsewhere is none of its answers. */
function discordProblems({ method, status, body, answer }: Exchange): string[] {
  const sent = method === 'POST' ? published.body(JSON.parse(body)) : []
  if (status === 302) return sent
  const read: unknown = JSON.parse(answer)
  if (status === 429) return [...sent, ...limitProblems(read)]
  const answered = status >= 400 ? 'error' : method === 'GET' ? 'webhook' : 'message'
  return [...sent, ...published[answered](read)]
}

/** Discord's types have no answer to a call too many; its documentation does. */
function limitProblems(answer: unknown): string[] {
  const { message, retry_after, global, ...rest } = Object(answer)
  const isRight = typeof message === 'string' && retry_after > 0 && typeof global === 'boolean'
  return isRight && Object.keys(rest).length === 0 ? [] : [`not a rate limit: ${JSON.stringify(answer)}`]
}

async function connected(fields: Record<string, string> = { message: '{{Value1}}' }): Promise<DoubleScene> {
  await scene.connect({ webhook: discordAddress(scene.address, HOOK) })
  scene.enable({ action: 'post_message', fields })
  return scene
}

async function toggleWebhook(): Promise<void> {
  await scene.press(`${HOOK.id}/revoke`)
}

describe('connecting Discord', () => {
  test("takes the webhook's name and posts nothing", async () => {
    expect(await scene.connect({ webhook: discordAddress(scene.address, HOOK) })).toEqual({
      ok: true,
      value: { id: HOOK.id, name: 'Kitchen' },
    })
    expect(scene.exchanges.map(({ method }) => method)).toEqual(['GET'])
  })

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
  })

  test.each(['https://evil.example/api/webhooks/1200000000000000001/abc', 'https://discord.com/api/users/1'])(
    'refuses %s before it is opened',
    async (webhook) => {
      await expect(scene.connect({ webhook })).rejects.toMatchObject({ message: 'This is not an address of Discord.' })
      expect(scene.exchanges).toEqual([])
    },
  )
})

describe('a message to Discord', () => {
  test('goes from trigger to channel, as Discord publishes it', async () => {
    await connected(CARD)
    expect(await scene.send('ready')).toBe('done')
    const [sent] = scene.exchanges.slice(-1)
    expect(new URL(sent?.address ?? '').searchParams.get('wait')).toBe('true')
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      content: 'Tea: ready',
      allowed_mentions: { parse: [] },
      username: 'Kettle',
      avatar_url: 'https://tea.example/kettle.png',
      embeds: [{ title: 'The kettle', url: 'https://tea.example', image: { url: 'https://tea.example/tea.png' } }],
    })
    expect(await scene.shown()).toContain('Kettle: Tea: ready · The kettle')
  })

  test('pings nobody, and is cut to what Discord takes', async () => {
    await connected()
    expect(await scene.send(`@everyone ${'x'.repeat(3000)}`)).toBe('done')
    const { content, allowed_mentions } = JSON.parse(scene.exchanges.at(-1)?.body ?? '')
    expect(allowed_mentions).toEqual({ parse: [] })
    expect([content.length, content.at(-1)]).toEqual([2000, '…'])
  })

  test('waits as long as Discord asks, and loses nothing', async () => {
    await connected()
    for (let n = 0; n < 8; n++) await scene.send(`message ${n}`, 10)
    await scene.pass(4000)
    expect(scene.states()).toEqual(Array.from({ length: 8 }, () => 'done'))
    expect(scene.exchanges.filter(({ status }) => status === 429)).not.toEqual([])
    expect((await scene.shown()).match(/message \d/g)?.toSorted()).toEqual(
      Array.from({ length: 8 }, (_, n) => `message ${n}`),
    )
  })

  test("that Discord refuses fails with Discord's words", async () => {
    await connected({ message: '{{Value1}}', username: 'Clyde' })
    expect(await scene.send('tea', 3_600_000)).toBe('failed')
    expect(scene.page()?.message).toContain('Invalid Form Body')
  })

  test('to a deleted webhook breaks the connection and holds the run', async () => {
    await connected()
    await toggleWebhook()
    expect(await scene.send('tea')).toBe('held')
    expect(scene.account.isBroken).toBe(true)
  })
})
