import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { doubleScene, type DoubleScene } from '../../../dev/stand-ins/doubles/testing/double-scene.fixture.ts'
import {
  BOT,
  callMethod,
  ECHO,
  enableApplets,
  LIGHTS,
  say,
  webhookUrl,
} from '../../../dev/stand-ins/doubles/telegram/telegram-bot.fixture.ts'
import { telegramProblems } from '../../../dev/stand-ins/doubles/telegram/published-telegram.fixture.ts'

let scene: DoubleScene
beforeEach(async () => {
  scene = await doubleScene('telegram')
  const { exchanges } = scene
  onTestFinished(() => expect(exchanges.flatMap(telegramProblems)).toEqual([]))
})

describe('the webhook of a bot', () => {
  const settings = () => scene.exchanges.filter(({ address }) => address.endsWith('/setWebhook'))

  test('is set once for all its Applets, as Telegram publishes it', async () => {
    await enableApplets(scene, ECHO, LIGHTS)
    await scene.pass(3 * DAY)
    const bodies = settings().map(({ body }) => JSON.parse(body))
    expect(new Set(bodies.map(({ url }) => url)).size).toBe(1)
    expect(bodies.map(({ allowed_updates }) => allowed_updates)).toEqual(bodies.map(() => ['message', 'channel_post']))
    expect(settings().length).toBeLessThanOrEqual(2)
  })

  test('ends with the last Applet that needs it', async () => {
    await enableApplets(scene, ECHO, LIGHTS)
    scene.sync([scene.program(2, LIGHTS)])
    await scene.pass(60_000)
    expect(await webhookUrl(scene)).not.toBe('')
    scene.sync([])
    await scene.pass(60_000)
    expect(await webhookUrl(scene)).toBe('')
  })

  test('that somebody deleted is set again within a day', async () => {
    await enableApplets(scene, ECHO)
    await callMethod(scene, 'deleteWebhook')
    await scene.pass(DAY + 60_000)
    expect(await webhookUrl(scene)).not.toBe('')
  })

  test('that Telegram cannot set now is tried again', async () => {
    scene.services.control.addFault('telegram', { kind: 'status', status: 503, seconds: 60 })
    await scene.connect({ token: BOT.token })
    scene.sync([scene.program(1, ECHO)])
    await scene.pass(600_000)
    expect(await webhookUrl(scene)).not.toBe('')
  })

  test('that another program took over is left to it, and said', async () => {
    await enableApplets(scene, ECHO)
    await callMethod(scene, 'setWebhook', { url: 'https://other.example/bot' })
    await scene.pass(DAY + 60_000)
    expect(await webhookUrl(scene)).toBe('https://other.example/bot')
    expect(scene.runner.storage.peek<{ note: string }>('select note from subscription')[0]?.note).toContain(
      'Another program receives the messages of this bot now.',
    )
  })

  test('moves to a new address when the key of the operator does', async () => {
    await enableApplets(scene, ECHO)
    const before = await webhookUrl(scene)
    scene.token_keys = `two:${btoa('2'.repeat(32))},${scene.token_keys}`
    await say(scene, 'before the move')
    await scene.pass(DAY + 60_000)
    await say(scene, 'after the move')
    await scene.pass(1000)
    expect([(await webhookUrl(scene)) === before, scene.states()]).toEqual([false, ['done', 'done']])
  })

  test('ends when the bot is disconnected', async () => {
    await enableApplets(scene, ECHO)
    expect(await scene.service.disconnect?.(scene.io(), null)).toMatchObject({ ok: true })
    expect(await webhookUrl(scene)).toBe('')
  })
})
