import { Hono } from 'hono'
import type { Message, Update, UserFromGetMe, WebhookInfo } from '@grammyjs/types'
import { CallRate } from '../context/call-rate.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { controlPage } from '../context/control-page.ts'

type Webhook = { url: string; secret_token: string | null; allowed_updates: string[] }
type Bot = {
  id: number
  token: string
  username: string
  revoked: boolean
  webhook: Webhook | null
  /** Updates that nobody has taken, oldest first. */
  pending: Update[]
  made: number
}
type State = { bots: Bot[] }
type Parameters = Record<string, unknown>

const BOTS: Bot[] = [
  {
    id: 700_100_200,
    token: '700100200:AAFdoubleOfTelegram_0123456789abcdefg',
    username: 'kettle_bot',
    revoked: false,
    webhook: null,
    pending: [],
    made: 0,
  },
]
/** The one chat that the bots are in, and the user who writes there. */
const ADA = { id: 4001, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' } as const
/** A message a second for each chat, with short bursts. */
const RATE = { calls: 4, window: 4000 }
const [TEXT_MAX, CAPTION_MAX] = [4096, 1024]
/** So many updates `getUpdates` lists at most, the oldest first. */
const UPDATES_MOST = 100
const TOKEN = /^[A-Za-z0-9_-]{1,256}$/

/** Telegram's Bot API: methods by GET or POST with JSON or a form, and updates that it sends to a webhook. */
export function telegramRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const rate = new CallRate(RATE.calls, RATE.window)
  const state = () => ctx.state<State>(() => ({ bots: structuredClone(BOTS) }))
  const find = (id: string) => state().bots.find((bot) => String(bot.id) === id)

  app.get('/', () => {
    const bots = state().bots
    const hints = bots.map(
      ({ token, pending }) =>
        `Connect with ${token} and write to Ada's chat, ${ADA.id}. ${pending.length} updates wait.`,
    )
    const buttons = bots.flatMap(({ id, revoked }) => [
      { slug: `${id}/say`, label: 'Write as Ada', fields: { text: 'Is there tea?' } },
      { slug: `${id}/deliver`, label: 'Send again what waits', fields: {} },
      { slug: `${id}/revoke`, label: revoked ? 'Make the token work again' : 'Revoke the token', fields: {} },
    ])
    return controlPage(ctx, { title: 'Telegram', hint: hints.join(' '), buttons })
  })
  app.post('/control/:id/:what', async (c) => {
    const bot = find(c.req.param('id'))
    if (!bot) return c.text('There is no such bot.', 404)
    switch (c.req.param('what')) {
      case 'say': {
        const text = String((await c.req.formData()).get('text') ?? '')
        bot.made += 1
        bot.pending.push(updateOf(bot, text, ctx.now()))
        await deliver(bot)
        break
      }
      case 'deliver':
        await deliver(bot)
        break
      case 'revoke':
        bot.revoked = !bot.revoked
    }
    ctx.save()
    return c.redirect(ctx.address, 303)
  })

  app.on(['GET', 'POST'], '/:bot{bot[^/]+}/:method', async (c) => {
    const bot = state().bots.find(({ token }) => `bot${token}` === c.req.param('bot'))
    if (!bot || bot.revoked) return refuse(401, 'Unauthorized')
    const parameters = { ...c.req.query(), ...(await readBody(c.req.raw)) }
    switch (c.req.param('method')) {
      case 'getMe':
        return answer(botUser(bot))
      case 'getWebhookInfo':
        return answer(webhookInfo(bot))
      case 'getUpdates':
        if (bot.webhook) return refuse(409, "Conflict: can't use getUpdates method while webhook is active")
        return answer(bot.pending.slice(0, UPDATES_MOST))
      case 'setWebhook': {
        const problem = setWebhook(bot, parameters)
        if (problem) return problem
        ctx.save()
        await deliver(bot)
        return answer(true)
      }
      case 'deleteWebhook':
        bot.webhook = null
        ctx.save()
        return answer(true)
      case 'sendMessage':
      case 'sendPhoto': {
        const wait = rate.take(String(bot.id), ctx.now())
        if (wait > 0) return tooMany(Math.ceil(wait / 1000))
        const problem = wrongMessage(parameters)
        if (problem) return problem
        bot.made += 1
        const message = messageOf(bot, parameters, ctx.now())
        ctx.save()
        return answer(message)
      }
      default:
        return refuse(404, 'Not Found')
    }
  })
  return app
}

export function refuseAsTelegram(status: number): Response {
  return refuse(status, 'Internal Server Error')
}

function answer(result: unknown): Response {
  return Response.json({ ok: true, result })
}

function refuse(error_code: number, description: string): Response {
  return Response.json({ ok: false, error_code, description }, { status: error_code })
}

function tooMany(retry_after: number): Response {
  const description = `Too Many Requests: retry after ${retry_after}`
  return Response.json({ ok: false, error_code: 429, description, parameters: { retry_after } }, { status: 429 })
}

async function readBody(request: Request): Promise<Parameters> {
  const type = request.headers.get('content-type') ?? ''
  if (request.method === 'GET') return {}
  if (type.includes('json')) return request.json()
  return type.includes('form') ? Object.fromEntries(await request.formData()) : {}
}

/** Sends what waits, oldest first, until an answer outside 2xx: Telegram tries that one again later. */
async function deliver(bot: Bot): Promise<void> {
  const { webhook } = bot
  if (!webhook) return
  for (let update = bot.pending[0]; update; update = bot.pending[0]) {
    const headers = {
      'content-type': 'application/json',
      ...(webhook.secret_token !== null && { 'x-telegram-bot-api-secret-token': webhook.secret_token }),
    }
    const sent = await fetch(webhook.url, { method: 'POST', headers, body: JSON.stringify(update) }).catch(() => null)
    if (!sent?.ok) return
    bot.pending.shift()
  }
}

function setWebhook(bot: Bot, { url, secret_token = null, allowed_updates = [] }: Parameters): Response | null {
  if (typeof url !== 'string') return refuse(400, 'Bad Request: bad webhook: URL must be non-empty')
  const isLocal = URL.canParse(url) && new URL(url).hostname === 'localhost'
  if (!url.startsWith('https:') && !isLocal) {
    return refuse(400, 'Bad Request: bad webhook: HTTPS url must be provided for webhook')
  }
  if (secret_token !== null && !(typeof secret_token === 'string' && TOKEN.test(secret_token))) {
    return refuse(400, 'Bad Request: secret token contains unallowed characters')
  }
  const allowed = Array.isArray(allowed_updates) ? allowed_updates.map(String) : []
  bot.webhook = url === '' ? null : { url, secret_token, allowed_updates: allowed }
  return null
}

function wrongMessage({ chat_id, text, photo, caption }: Parameters): Response | null {
  if (String(chat_id) !== String(ADA.id) && chat_id !== `@${ADA.username}`) {
    return refuse(400, 'Bad Request: chat not found')
  }
  if (photo !== undefined) {
    const isLong = typeof caption === 'string' && caption.length > CAPTION_MAX
    return isLong ? refuse(400, 'Bad Request: message caption is too long') : null
  }
  if (typeof text !== 'string' || text === '') return refuse(400, 'Bad Request: message text is empty')
  return text.length > TEXT_MAX ? refuse(400, 'Bad Request: message is too long') : null
}

function botUser({ id, username }: Bot) {
  return {
    id,
    is_bot: true,
    first_name: 'Kettle',
    username,
    can_join_groups: true,
    can_read_all_group_messages: false,
    can_manage_bots: false,
    supports_guest_queries: false,
    supports_inline_queries: false,
    supports_join_request_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
  } satisfies UserFromGetMe
}

function webhookInfo({ webhook, pending }: Bot): WebhookInfo {
  return {
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: pending.length,
  }
}

const CHAT = { ...ADA, type: 'private' } as const

function updateOf(bot: Bot, text: string, now: number): Update {
  const [command] = /^\/\w+/.exec(text) ?? []
  const message = {
    message_id: bot.made,
    date: Math.floor(now / 1000),
    chat: CHAT,
    from: { ...ADA, is_bot: false },
    text,
    ...(command && { entities: [{ type: 'bot_command' as const, offset: 0, length: command.length }] }),
  }
  return { update_id: 500_000 + bot.made, message }
}

function messageOf(bot: Bot, { text, caption, photo }: Parameters, now: number): Message {
  const { id, is_bot, first_name, username } = botUser(bot)
  const base = {
    message_id: bot.made,
    date: Math.floor(now / 1000),
    chat: CHAT,
    from: { id, is_bot, first_name, username },
  }
  if (photo === undefined) return { ...base, text: String(text) }
  const size = { file_id: 'AgACdouble', file_unique_id: 'AQdouble', width: 640, height: 480 }
  return { ...base, photo: [size], ...(typeof caption === 'string' && { caption }) }
}
