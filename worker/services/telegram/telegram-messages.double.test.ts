import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { doubleScene, type DoubleScene } from '../../../dev/stand-ins/doubles/testing/double-scene.fixture.ts'
import {
  BOT,
  ECHO,
  enableApplets,
  LIGHTS,
  say,
  webhookSettings,
  webhookUrl,
} from '../../../dev/stand-ins/doubles/telegram/telegram-bot.fixture.ts'
import { listChats } from './list-chats.ts'
import { telegramProblems, telegramType } from '../../../dev/stand-ins/doubles/telegram/published-telegram.fixture.ts'

let scene: DoubleScene
beforeEach(async () => {
  scene = await doubleScene('telegram')
  const { exchanges, received } = scene
  onTestFinished(() => {
    const updates = received.filter(({ status }) => status === 202).map(({ body }) => JSON.parse(body))
    expect([...exchanges.flatMap(telegramProblems), ...updates.flatMap(telegramType('TelegramUpdate'))]).toEqual([])
  })
})

function textsSent(): string[] {
  const sent = scene.exchanges.filter(({ address }) => address.endsWith('/sendMessage'))
  return sent.map(({ body }) => JSON.parse(body).text)
}

describe('the chats to choose from', () => {
  const chats = () => listChats(scene.io())

  test('are those that wrote to the bot', async () => {
    await scene.connect({ token: BOT.token })
    expect(await chats()).toEqual({ ok: true, value: [] })
    await say(scene, 'hello')
    await say(scene, 'again')
    expect(await chats()).toEqual({ ok: true, value: [{ value: '4001', label: 'Ada Lovelace' }] })
  })

  test('lose no message for the Applet that comes', async () => {
    await scene.connect({ token: BOT.token })
    await say(scene, 'hello')
    await chats()
    await enableApplets(scene, ECHO)
    await scene.pass(10)
    expect(textsSent()).toEqual(['You said: hello'])
  })

  test('are told to be those of the oldest messages where more wait', async () => {
    await scene.connect({ token: BOT.token })
    for (let n = 0; n < 100; n++) await say(scene, `message ${n}`)
    const group = expect.stringContaining('oldest 100')
    expect(await chats()).toEqual({ ok: true, value: [{ value: '4001', label: 'Ada Lovelace', group }] })
  })

  test('cannot be listed while Applets get the messages', async () => {
    await enableApplets(scene, ECHO)
    const message = expect.stringMatching(/^Your Applets, or another program, .*Type the id/)
    expect(await chats()).toMatchObject({ problem: { message } })
  })
})

describe('a message to the bot', () => {
  test('starts an Applet at once, as Telegram publishes it', async () => {
    await enableApplets(scene, ECHO)
    await say(scene, 'Is there <tea>?')
    await scene.pass(10)
    expect(scene.states()).toEqual(['done'])
    expect(textsSent()).toEqual(['You said: Is there <tea>?'])
  })

  test('starts only the Applets that it is for', async () => {
    await enableApplets(scene, ECHO, LIGHTS)
    await say(scene, '/lights on')
    await say(scene, '/heating on')
    await say(scene, 'hello')
    await scene.pass(10_000)
    expect(textsSent().toSorted()).toEqual(['Lights: on', 'You said: hello'])
    expect(scene.runs()).toHaveLength(2)
    expect(scene.received.map(({ status }) => status)).toEqual([202, 202, 202])
  })

  test('that comes twice runs once', async () => {
    await enableApplets(scene, ECHO)
    await say(scene, 'hello')
    const body = scene.received[0]?.body ?? ''
    const url = await webhookUrl(scene)
    const { secret_token } = webhookSettings(scene)
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret_token }
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(202)
    await scene.pass(1000)
    expect(scene.states()).toEqual(['done'])
  })

  test('that came while we were away is sent again by Telegram', async () => {
    await enableApplets(scene, ECHO)
    scene.runner.storage.failsIn = 0
    await say(scene, 'hello')
    expect(scene.states()).toEqual([])
    scene.runner.storage.failsIn = null
    await scene.press(`${BOT.id}/deliver`)
    await scene.pass(1000)
    expect(scene.states()).toEqual(['done'])
  })

  test.each([
    ['without the secret', {}, 401],
    ['with another secret', { 'x-telegram-bot-api-secret-token': 'guessed' }, 401],
  ])('%s starts nothing', async (_, headers, status) => {
    await enableApplets(scene, ECHO)
    const body = JSON.stringify({ update_id: 1, message: { text: 'forged', date: 1, chat: { id: 4001 } } })
    expect((await fetch(await webhookUrl(scene), { method: 'POST', headers, body })).status).toBe(status)
    expect(scene.states()).toEqual([])
  })
})
