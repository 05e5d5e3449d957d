import { Api } from 'grammy'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProgramStep } from '../../../worker/runner-api/program.ts'
import { telegramMethod } from '../published/telegram-methods.ts'
import { publishedType } from '../published/published-types.ts'
import { doubleScene, type DoubleScene } from '../testing/double-scene.fixture.ts'

const BOT = { id: '700100200', token: '700100200:AAFdoubleOfTelegram_0123456789abcdefg' }
const DAY = 86_400_000

let scene: DoubleScene
beforeEach(async () => {
  scene = await doubleScene('telegram')
})

async function press(what: 'say' | 'deliver' | 'revoke', text = ''): Promise<void> {
  const form = new FormData()
  form.set('text', text)
  await fetch(`${scene.address}/control/${BOT.id}/${what}`, { method: 'POST', body: form, redirect: 'manual' })
}

/** Ada writes to the bot. */
const say = (text: string) => press('say', text)

/** A method of the bot, called by nobody's Applet. */
async function call(method: string, parameters: object = {}): Promise<{ result: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(parameters)
  return (await fetch(`${scene.address}/bot${BOT.token}/${method}`, { method: 'POST', headers, body })).json()
}

async function webhookUrl(): Promise<unknown> {
  return (await call('getWebhookInfo')).result['url']
}

/** What the bot has sent, newest first. */
async function shown(): Promise<string> {
  return (await fetch(scene.address)).text()
}

function reply(message: string): ProgramStep {
  const fields = { chat: '{{ChatId}}', message, silent: 'no' }
  return { position: 1, module_name: 'telegram', slug: 'send_message', fields, account_id: 'con_double' }
}

const ECHO = { trigger: 'new_message', fields: { chat: '' }, actions: [reply('You said: {{Text}}')] }
const LIGHTS = {
  trigger: 'command',
  fields: { command: 'lights', chat: '' },
  actions: [reply('Lights: {{Arguments}}')],
}

async function following(...steps: (typeof ECHO | typeof LIGHTS)[]): Promise<void> {
  await scene.connect({ token: BOT.token })
  scene.sync(steps.map((step, index) => scene.program(index + 1, step)))
  await scene.pass(1000)
}

const states = () => scene.runs().map(({ state }) => state)

describe('connecting Telegram', () => {
  // §D49-18
  test('takes the name of the bot', async () => {
    expect(await scene.connect({ token: BOT.token })).toEqual({ ok: true, value: { id: BOT.id, name: '@kettle_bot' } })
    expect(publishedType('TelegramUser')(JSON.parse(scene.exchanges[0]?.answer ?? '').result)).toEqual([])
  })

  // §D49-18
  test.each([
    ['cut', '700100200', /not a whole token/],
    ['unknown', '700100200:AAFanotherTokenOfTelegram_012345678', /does not know this token/],
  ])('refuses a token that is %s', async (_, token, message) => {
    expect(await scene.connect({ token })).toMatchObject({ problem: { attribute: 'token', message } })
  })
})

describe('a message to the bot', () => {
  // §D49-19
  test('starts an Applet at once, as Telegram publishes it', async () => {
    await following(ECHO)
    await say('Is there <tea>?')
    await scene.pass(10)
    expect(states()).toEqual(['done'])
    expect(await shown()).toContain('You said: Is there &lt;tea&gt;?')
    expect(publishedType('TelegramUpdate')(JSON.parse(scene.received[0]?.body ?? ''))).toEqual([])
    const sent = scene.exchanges.at(-1)
    expect(telegramMethod('sendMessage')(JSON.parse(sent?.body ?? ''))).toEqual([])
    expect(publishedType('TelegramMessage')(JSON.parse(sent?.answer ?? '').result)).toEqual([])
  })

  // §D49-19
  test('starts only the Applets that it is for', async () => {
    await following(ECHO, LIGHTS)
    await say('/lights on')
    await say('/heating on')
    await say('hello')
    await scene.pass(10_000)
    const page = await shown()
    expect([page.includes('Lights: on'), page.includes('You said: hello')]).toEqual([true, true])
    expect(scene.runs()).toHaveLength(2)
    expect(scene.received.map(({ status }) => status)).toEqual([202, 202, 202])
  })

  // §D49-20
  test('that comes twice runs once', async () => {
    await following(ECHO)
    await say('hello')
    const body = scene.received[0]?.body ?? ''
    const url = String(await webhookUrl())
    const { secret_token } = JSON.parse(
      scene.exchanges.find(({ address }) => address.endsWith('/setWebhook'))?.body ?? '',
    )
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret_token }
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(202)
    await scene.pass(1000)
    expect(states()).toEqual(['done'])
  })

  // §D49-20
  test('that came while we were away is sent again by Telegram', async () => {
    await following(ECHO)
    scene.runner.storage.failsIn = 0
    await say('hello')
    expect(states()).toEqual([])
    scene.runner.storage.failsIn = null
    await press('deliver')
    await scene.pass(1000)
    expect(states()).toEqual(['done'])
  })

  // §D49-21
  test.each([
    ['without the secret', {}, 401],
    ['with another secret', { 'x-telegram-bot-api-secret-token': 'guessed' }, 401],
  ])('%s starts nothing', async (_, headers, status) => {
    await following(ECHO)
    const body = JSON.stringify({ update_id: 1, message: { text: 'forged', date: 1, chat: { id: 4001 } } })
    expect((await fetch(String(await webhookUrl()), { method: 'POST', headers, body })).status).toBe(status)
    expect(states()).toEqual([])
  })
})

describe('the webhook of a bot', () => {
  const settings = () => scene.exchanges.filter(({ address }) => address.endsWith('/setWebhook'))

  // §D49-22
  test('is set once for all its Applets, as Telegram publishes it', async () => {
    await following(ECHO, LIGHTS)
    await scene.pass(3 * DAY)
    const bodies = settings().map(({ body }) => JSON.parse(body))
    expect(new Set(bodies.map(({ url }) => url)).size).toBe(1)
    expect(bodies.flatMap((body) => telegramMethod('setWebhook')(body))).toEqual([])
    expect(settings().length).toBeLessThanOrEqual(2)
  })

  // §D49-22
  test('ends with the last Applet that needs it', async () => {
    await following(ECHO, LIGHTS)
    scene.sync([scene.program(2, LIGHTS)])
    await scene.pass(60_000)
    expect(await webhookUrl()).not.toBe('')
    scene.sync([])
    await scene.pass(60_000)
    expect(await webhookUrl()).toBe('')
  })

  // §D49-22
  test('that somebody deleted is set again within a day', async () => {
    await following(ECHO)
    await call('deleteWebhook')
    await scene.pass(DAY + 60_000)
    expect(await webhookUrl()).not.toBe('')
  })

  // §D49-22
  test('that Telegram cannot set now is tried again', async () => {
    scene.services.control.addFault('telegram', { kind: 'status', status: 503, seconds: 60 })
    await scene.connect({ token: BOT.token })
    scene.sync([scene.program(1, ECHO)])
    await scene.pass(600_000)
    expect(await webhookUrl()).not.toBe('')
  })

  // §D49-23
  test('that another program took over is left to it, and said', async () => {
    await following(ECHO)
    await call('setWebhook', { url: 'https://other.example/bot' })
    await scene.pass(DAY + 60_000)
    expect(await webhookUrl()).toBe('https://other.example/bot')
    expect(scene.runner.storage.peek<{ note: string }>('select note from subscription')[0]?.note).toContain(
      'Another program receives the messages of this bot now.',
    )
  })

  // §D49-22
  test('moves to a new address when the key of the operator does', async () => {
    await following(ECHO)
    const before = await webhookUrl()
    scene.token_keys = `two:${btoa('2'.repeat(32))},${scene.token_keys}`
    await say('before the move')
    await scene.pass(DAY + 60_000)
    await say('after the move')
    await scene.pass(1000)
    expect([(await webhookUrl()) === before, states()]).toEqual([false, ['done', 'done']])
  })

  // §D49-22
  test('ends when the bot is disconnected', async () => {
    await following(ECHO)
    expect(await scene.service.disconnect?.(scene.io())).toMatchObject({ ok: true })
    expect(await webhookUrl()).toBe('')
    expect(telegramMethod('deleteWebhook')(JSON.parse(scene.exchanges.at(-1)?.body ?? ''))).toEqual([])
  })
})

describe('a message from the bot', () => {
  async function connected(fields: Record<string, string>, action = 'send_message'): Promise<void> {
    await scene.connect({ token: BOT.token })
    scene.enable({ action, fields: { chat: '4001', silent: 'no', ...fields } })
  }

  // §D49-24
  test('may be a photo with a caption, and come without a sound', async () => {
    await connected({ photo: 'https://tea.example/tea.png', caption: '{{Value1}}', silent: 'yes' }, 'send_photo')
    expect(await scene.send('y'.repeat(2000))).toBe('done')
    const body = JSON.parse(scene.exchanges.at(-1)?.body ?? '')
    expect(telegramMethod('sendPhoto')(body)).toEqual([])
    expect([body.caption.length, body.disable_notification]).toEqual([1024, true])
  })

  // §D49-24
  test('is cut to what Telegram takes', async () => {
    await connected({ message: '{{Value1}}' })
    expect(await scene.send('x'.repeat(5000))).toBe('done')
  })

  // §D49-04
  test('waits as long as Telegram asks, and loses nothing', async () => {
    await connected({ message: '{{Value1}}' })
    for (let n = 0; n < 8; n++) await scene.send(`message ${n}`, 10)
    await scene.pass(60_000)
    expect(scene.exchanges.filter(({ status }) => status === 429)).not.toEqual([])
    expect((await shown()).match(/message \d/g)?.toSorted()).toEqual(
      Array.from({ length: 8 }, (_, n) => `message ${n}`),
    )
  })

  // §D49-04
  test('to an unknown chat fails with the words of Telegram', async () => {
    await connected({ message: 'tea', chat: '999' })
    expect(await scene.send('tea', 3_600_000)).toBe('failed')
    expect([scene.page()?.message, scene.isBroken]).toEqual([expect.stringContaining('chat not found'), false])
  })

  // §D49-05
  test('whose token was revoked breaks the connection and holds the run', async () => {
    await connected({ message: '{{Value1}}' })
    await press('revoke')
    expect(await scene.send('tea')).toBe('held')
    expect(scene.isBroken).toBe(true)
  })
})

// §D49-06
test("the bot's token and the secrets of its webhook are kept nowhere", async () => {
  await following(ECHO)
  await say('hello')
  const { url, secret_token } = JSON.parse(
    scene.exchanges.find(({ address }) => address.endsWith('/setWebhook'))?.body ?? '',
  )
  scene.services.control.addFault('telegram', { kind: 'redirect', to: `${scene.address}/bot${BOT.token}/getMe` })
  await say('again')
  await press('revoke')
  await say('held')
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

// §D49-07
test("grammY's own client speaks with the double", async () => {
  const api = new Api(BOT.token, { apiRoot: scene.address })
  expect(await api.getMe()).toMatchObject({ username: 'kettle_bot' })
  expect(await api.setWebhook('https://bot.example/hook', { secret_token: 'abc' })).toBe(true)
  expect(publishedType('TelegramWebhookInfo')(await api.getWebhookInfo())).toEqual([])
  expect(await api.sendMessage(4001, 'from grammY')).toMatchObject({ text: 'from grammY' })
  expect(await api.deleteWebhook()).toBe(true)
  await expect(api.sendMessage(1, 'nobody')).rejects.toMatchObject({ error_code: 400 })
})
