import { Api } from 'grammy'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { doubleScene, type DoubleScene } from '../../../dev/stand-ins/doubles/testing/double-scene.fixture.ts'
import {
  BOT,
  ECHO,
  enableApplets,
  say,
  webhookSettings,
} from '../../../dev/stand-ins/doubles/telegram/telegram-bot.fixture.ts'
import { telegramProblems, telegramType } from '../../../dev/stand-ins/doubles/telegram/published-telegram.fixture.ts'

let scene: DoubleScene
beforeEach(async () => {
  scene = await doubleScene('telegram')
  const { exchanges } = scene
  onTestFinished(() => expect(exchanges.flatMap(telegramProblems)).toEqual([]))
})

describe('connecting Telegram', () => {
  test('takes the name of the bot', async () => {
    expect(await scene.connect({ token: BOT.token })).toEqual({ ok: true, value: { id: BOT.id, name: '@kettle_bot' } })
  })

  test('refuses a token that is unknown', async () => {
    const token = '700100200:AAFanotherTokenOfTelegram_012345678'
    expect(await scene.connect({ token })).toMatchObject({
      problem: { attribute: 'token', message: expect.stringContaining('does not know this token') },
    })
  })

  test('refuses a token that was cut', async () => {
    await expect(scene.connect({ token: '700100200' })).rejects.toMatchObject({
      message: expect.stringContaining('not a whole token'),
    })
  })
})

describe('a message from the bot', () => {
  async function connected(fields: Record<string, string>, action = 'send_message'): Promise<void> {
    await scene.connect({ token: BOT.token })
    scene.enable({ action, fields: { chat: '4001', silent: 'no', ...fields } })
  }

  test('may be a photo with a caption, and come without a sound', async () => {
    await connected({ photo: 'https://tea.example/tea.png', caption: '{{Value1}}', silent: 'yes' }, 'send_photo')
    expect(await scene.send('y'.repeat(2000))).toBe('done')
    const body = JSON.parse(scene.exchanges.at(-1)?.body ?? '')
    expect([body.photo, body.caption.length, body.disable_notification]).toEqual([
      'https://tea.example/tea.png',
      1024,
      true,
    ])
  })

  test('is cut to what Telegram takes', async () => {
    await connected({ message: '{{Value1}}' })
    expect(await scene.send('x'.repeat(5000))).toBe('done')
  })

  test('waits as long as Telegram asks, and loses nothing', async () => {
    await connected({ message: '{{Value1}}' })
    for (let n = 0; n < 8; n++) await scene.send(`message ${n}`, 10)
    await scene.pass(9000)
    expect(scene.exchanges.filter(({ status }) => status === 429)).not.toEqual([])
    const arrived = scene.exchanges.filter(({ status, address }) => status === 200 && address.endsWith('/sendMessage'))
    expect(arrived.map(({ body }) => JSON.parse(body).text).toSorted()).toEqual(
      Array.from({ length: 8 }, (_, n) => `message ${n}`),
    )
  })

  test('to an unknown chat fails with the words of Telegram', async () => {
    await connected({ message: 'tea', chat: '999' })
    expect(await scene.send('tea', 3_600_000)).toBe('failed')
    expect([scene.page()?.message, scene.account.isBroken]).toEqual([expect.stringContaining('chat not found'), false])
  })
})

test("the bot's token and the secrets of its webhook are kept nowhere", async () => {
  await enableApplets(scene, ECHO)
  await say(scene, 'hello')
  const { url, secret_token } = webhookSettings(scene)
  await say(scene, `my token is ${BOT.token}`)
  scene.services.control.addFault('telegram', { kind: 'redirect', to: `${scene.address}/bot${BOT.token}/getMe` })
  await say(scene, 'again')
  await scene.press(`${BOT.id}/revoke`)
  await say(scene, 'held')
  await scene.pass(DAY)
  const kept = scene.everythingKept()
  expect(kept).toContain('hello')
  for (const secret of [
    BOT.token,
    BOT.token.split(':')[1] ?? '',
    secret_token,
    new URL(url).pathname.split('/')[2] ?? '',
  ]) {
    expect(kept).not.toContain(secret)
  }
})

test("grammY's own client speaks with the double", async () => {
  const api = new Api(BOT.token, { apiRoot: scene.address })
  expect(await api.getMe()).toMatchObject({ username: 'kettle_bot' })
  expect(await api.setWebhook('https://bot.example/hook', { secret_token: 'abc' })).toBe(true)
  expect(telegramType('TelegramWebhookInfo')(await api.getWebhookInfo())).toEqual([])
  expect(await api.sendMessage(4001, 'from grammY')).toMatchObject({ text: 'from grammY' })
  expect(await api.deleteWebhook()).toBe(true)
  await expect(api.sendMessage(1, 'nobody')).rejects.toMatchObject({ error_code: 400 })
})
