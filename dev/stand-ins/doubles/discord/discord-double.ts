import { Hono } from 'hono'
import type { Context } from 'hono'
import type { APIEmbed, APIMessage, APIWebhook } from 'discord-api-types/v10'
import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10'
import { CallRate } from '../context/call-rate.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { doublePage } from '../context/double-page.ts'

type Hook = { id: string; token: string; name: string; revoked: boolean; messages: APIMessage[] }
type State = { hooks: Hook[]; newest: number }

const HOOKS: State['hooks'] = [
  { id: '1200000000000000001', token: tokenOf('kitchen'), name: 'Kitchen', revoked: false, messages: [] },
  { id: '1200000000000000002', token: tokenOf('garden'), name: 'Garden', revoked: false, messages: [] },
]
const CHANNEL = '1100000000000000001'
const GUILD = '1000000000000000001'
/** Five posts in two seconds, as Discord answers for a webhook. */
const RATE = { calls: 5, window: 2000 }

function tokenOf(name: string): string {
  return `${name}-${'T0kenOfTheDouble'.repeat(4)}`
}

/** The address that users paste. */
export function discordAddress(address: string, { id, token }: Pick<Hook, 'id' | 'token'>): string {
  return `${address}/api/webhooks/${id}/${token}`
}

/** Discord's API for webhooks: they are read and executed with the token in their address. */
export function discordRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const rate = new CallRate(RATE.calls, RATE.window)
  const state = () => ctx.state<State>(() => ({ hooks: structuredClone(HOOKS), newest: 1_300_000_000_000_000_000 }))
  const find = (c: Context) => state().hooks.find(({ id }) => id === c.req.param('id'))

  app.get('/', () =>
    doublePage(
      ctx,
      'Discord',
      state().hooks.map((hook) => ({
        id: hook.id,
        title: hook.name,
        paste: { 'Webhook address': discordAddress(ctx.address, hook) },
        messages: hook.messages.map((message) => textOf(message)),
        buttons: [{ path: `${hook.id}/revoke`, label: hook.revoked ? 'Make it again' : 'Delete the webhook' }],
      })),
    ),
  )
  app.post('/control/:id/revoke', (c) => {
    const hook = find(c)
    if (hook) hook.revoked = !hook.revoked
    ctx.save()
    return c.redirect(ctx.address, 303)
  })

  for (const version of ['/api', '/api/v9', '/api/v10']) {
    app.get(`${version}/webhooks/:id/:token`, (c) => refusal(c, find(c)) ?? c.json(webhookOf(find(c))))
    app.post(`${version}/webhooks/:id/:token`, async (c) => {
      const hook = find(c)
      const refused = refusal(c, hook)
      if (refused || !hook) return refused ?? unknownWebhook()
      const wait = rate.take(hook.id, ctx.now())
      if (wait > 0) return tooMany(wait)
      const body: RESTPostAPIWebhookWithTokenJSONBody = await c.req.json()
      const wrong = wrongForm(body)
      if (wrong) return wrong
      state().newest += 1
      const message = messageOf(hook, body, { id: String(state().newest), at: ctx.now() })
      hook.messages.unshift(message)
      ctx.save()
      return c.req.query('wait') === 'true' ? c.json(message) : c.body(null, 204)
    })
  }
  return app
}

/** Discord's own errors have a code beside the words. */
export function refuseAsDiscord(status: number): Response {
  return Response.json({ message: `${status}: fault`, code: 0 }, { status })
}

function unknownWebhook(): Response {
  return Response.json({ message: 'Unknown Webhook', code: 10015 }, { status: 404 })
}

function refusal(c: Context, hook: Hook | undefined): Response | null {
  if (!hook || hook.revoked) return unknownWebhook()
  if (c.req.param('token') === hook.token) return null
  return Response.json({ message: 'Invalid Webhook Token', code: 50027 }, { status: 401 })
}

function tooMany(wait: number): Response {
  const retry_after = wait / 1000
  return Response.json(
    { message: 'You are being rate limited.', retry_after, global: false },
    { status: 429, headers: { 'retry-after': String(retry_after), 'x-ratelimit-scope': 'shared' } },
  )
}

function wrongForm({ content = '', embeds = [], username = '' }: RESTPostAPIWebhookWithTokenJSONBody) {
  if (content === '' && embeds.length === 0) {
    return Response.json({ message: 'Cannot send an empty message', code: 50006 }, { status: 400 })
  }
  if (content.length > 2000) return invalid('content', 'Must be 2000 or fewer in length.')
  if (username.length > 80) return invalid('username', 'Must be between 1 and 80 in length.')
  if (/discord|clyde/i.test(username)) return invalid('username', `Username cannot contain "${username}"`)
  if (embeds.some(({ title = '' }) => title.length > 256)) return invalid('embeds', 'Must be 256 or fewer in length.')
  return null
}

function invalid(field: string, message: string): Response {
  const errors = { [field]: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message }] } }
  return Response.json({ message: 'Invalid Form Body', code: 50035, errors }, { status: 400 })
}

function webhookOf(hook: Hook | undefined) {
  return {
    id: hook?.id ?? '',
    type: 1,
    name: hook?.name ?? null,
    avatar: null,
    channel_id: CHANNEL,
    guild_id: GUILD,
    application_id: null,
    token: hook?.token ?? '',
    url: '',
  } satisfies APIWebhook
}

function messageOf(hook: Hook, body: RESTPostAPIWebhookWithTokenJSONBody, { id, at }: { id: string; at: number }) {
  const { content = '', embeds = [], username, avatar_url } = body
  return {
    id,
    type: 0,
    content,
    channel_id: CHANNEL,
    author: {
      id: hook.id,
      username: username ?? hook.name,
      discriminator: '0000',
      avatar: avatar_url ? '9f1c' : null,
      bot: true,
      global_name: null,
    },
    attachments: [],
    embeds: embeds.map((embed): APIEmbed => ({ ...embed })),
    mentions: [],
    mention_roles: [],
    pinned: false,
    mention_everyone: false,
    tts: false,
    timestamp: new Date(at).toISOString(),
    edited_timestamp: null,
    components: [],
    webhook_id: hook.id,
  } satisfies APIMessage
}

function textOf({ author, content, embeds }: APIMessage): string {
  return `${author.username}: ${[content, ...embeds.map(({ title }) => title ?? 'a card')].filter(Boolean).join(' · ')}`
}
