import { chat } from '@googleapis/chat'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { publishedType } from '../published/published-types.ts'
import { doubleScene, type DoubleScene } from '../testing/double-scene.fixture.ts'
import type { Exchange } from '../testing/open-double.fixture.ts'
import { TEA_CARD } from '../testing/tea-card.fixture.ts'
import { googleChatAddress } from './google-chat-double.ts'

const SPACE = {
  id: 'AAAAdoubleSpace',
  key: 'AIzaSyDouble0123456789',
  token: 'Tok3nOfTheDouble_0123456789abcdefghijklmn',
}
const publishedMessage = publishedType('ChatMessage')

let scene: DoubleScene
beforeEach(async () => {
  scene = await doubleScene('google_chat')
  const { exchanges } = scene
  onTestFinished(() => expect(exchanges.flatMap(chatProblems)).toEqual([]))
})

/** Lists what of an exchange is not as Google publishes it. */
function chatProblems({ status, body, answer }: Exchange): string[] {
  const answered = status >= 400 ? 'ChatError' : 'ChatMessage'
  return [...publishedMessage(JSON.parse(body)), ...publishedType(answered)(JSON.parse(answer))]
}

async function connected(fields: Record<string, string> = { message: '{{Value1}}' }): Promise<void> {
  await scene.connect({ webhook: googleChatAddress(scene.address, SPACE) })
  scene.enable({ action: 'post_message', fields })
}

describe('connecting Google Chat', () => {
  test('takes the address of a space and posts nothing', async () => {
    expect(await scene.connect({ webhook: googleChatAddress(scene.address, SPACE) })).toMatchObject({
      value: { id: expect.stringMatching(/^AAAAdoubleSpace\/[0-9a-f]{8}$/), name: 'Space AAAAdoubleSpace' },
    })
    expect(scene.exchanges).toEqual([])
  })

  test('keeps two webhooks of one space apart', async () => {
    const first = await scene.connect({ webhook: googleChatAddress(scene.address, SPACE) })
    const other = await scene.connect({ webhook: googleChatAddress(scene.address, { ...SPACE, token: 'other' }) })
    expect(first).not.toEqual(other)
  })

  test.each(['key', 'token'] as const)('refuses an address without its %s', async (part) => {
    const webhook = new URL(googleChatAddress(scene.address, SPACE))
    webhook.searchParams.delete(part)
    await expect(scene.connect({ webhook: webhook.href })).rejects.toMatchObject({
      message: 'A part of this address is missing. Copy all of it.',
    })
  })

  test('refuses an address of another site', async () => {
    const webhook = googleChatAddress('https://evil.example', SPACE)
    await expect(scene.connect({ webhook })).rejects.toMatchObject({
      message: 'This is not an address of Google Chat.',
    })
  })
})

describe('a message to Google Chat', () => {
  test.each([
    ['text', { message: 'Tea: {{Value1}}' }, { text: 'Tea: ready' }],
    ['title', { message: 'Tea: {{Value1}}', title: 'Kitchen' }, { text: '*Kitchen*\nTea: ready' }],
    ['card', TEA_CARD, { text: 'Tea: ready', cardsV2: [{ cardId: 'card' }] }],
  ])('with a %s goes from trigger to space, as Google publishes it', async (_, fields, body) => {
    await connected(fields)
    expect(await scene.send('ready')).toBe('done')
    const [sent] = scene.exchanges.slice(-1)
    expect(JSON.parse(sent?.body ?? '')).toMatchObject(body)
  })

  test('waits where Google asks for it, and loses nothing', async () => {
    await connected()
    for (let n = 0; n < 7; n++) await scene.send(`message ${n}`, 10)
    await scene.pass(300_000)
    expect(scene.exchanges.filter(({ status }) => status === 429)).not.toEqual([])
    expect((await scene.shown()).match(/message \d/g)?.toSorted()).toEqual(
      Array.from({ length: 7 }, (_, n) => `message ${n}`),
    )
  })
})

test("Google's own client posts to the double", async () => {
  const { id, key, token } = SPACE
  // The client keeps only the origin of another address.
  const toDouble: typeof fetch = (input, init) =>
    fetch(String(input).replace('https://chat.googleapis.com', scene.address), init)
  const client = chat({ version: 'v1', params: { key, token }, fetchImplementation: toDouble })
  const sent = await client.spaces.messages.create({ parent: `spaces/${id}`, requestBody: { text: 'from the client' } })
  expect(publishedMessage(sent.data)).toEqual([])
  expect(await scene.shown()).toContain('from the client')
})
