import { Hono } from 'hono'
import type { IncomingWebhookSendArguments } from '@slack/webhook'
import { CallRate } from '../context/call-rate.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { doublePage } from '../context/double-page.ts'

type Channel = 'open' | 'archived' | 'revoked'
type Hook = { team: string; id: string; secret: string; channel: Channel; messages: IncomingWebhookSendArguments[] }
type State = { hooks: Hook[] }

const HOOKS: Hook[] = [
  { team: 'T0KITCHEN', id: 'B0GENERAL', secret: 'aB3dE6gH9jK2mN5pQ8sT1vW4', channel: 'open', messages: [] },
]
/** One a second, with short bursts. */
const RATE = { calls: 4, window: 4000 }
/** Longer texts are cut. */
const LONGEST = 40_000

export function slackAddress(address: string, { team, id, secret }: Pick<Hook, 'team' | 'id' | 'secret'>): string {
  return `${address}/services/${team}/${id}/${secret}`
}

/** Slack's incoming webhooks: they answer in plain text. */
export function slackRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const rate = new CallRate(RATE.calls, RATE.window)
  const state = () => ctx.state<State>(() => ({ hooks: structuredClone(HOOKS) }))

  app.get('/', () =>
    doublePage(
      ctx,
      'Slack',
      state().hooks.map((hook) => ({
        id: hook.id,
        title: `#general of ${hook.team} (${hook.channel})`,
        paste: { 'Webhook address': slackAddress(ctx.address, hook) },
        messages: hook.messages.map(({ text }) => text ?? ''),
        buttons: [
          { path: `${hook.id}/open`, label: 'Open' },
          { path: `${hook.id}/archived`, label: 'Archive the channel' },
          { path: `${hook.id}/revoked`, label: 'Remove the webhook' },
        ],
      })),
    ),
  )
  app.post('/control/:id/:channel', (c) => {
    const hook = state().hooks.find(({ id }) => id === c.req.param('id'))
    const channel = (['open', 'archived', 'revoked'] as const).find((each) => each === c.req.param('channel'))
    if (hook && channel) hook.channel = channel
    ctx.save()
    return c.redirect(ctx.address, 303)
  })

  app.post('/services/:team/:id/:secret', async (c) => {
    const { team, id, secret } = c.req.param()
    const hook = state().hooks.find((each) => each.id === id)
    if (!hook || hook.channel === 'revoked') return c.text('no_service', 404)
    if (hook.team !== team) return c.text('no_team', 404)
    if (hook.secret !== secret) return c.text('invalid_token', 403)
    const body = await readBody(c.req.raw)
    if (body === null) return c.text('invalid_payload', 400)
    if (!body.text && !body.blocks?.length && !body.attachments?.length) return c.text('no_text', 400)
    if (hook.channel === 'archived') return c.text('channel_is_archived', 410)
    const wait = rate.take(hook.id, ctx.now())
    if (wait > 0) return c.text('rate_limited', 429, { 'retry-after': String(Math.ceil(wait / 1000)) })
    hook.messages.unshift({ ...body, ...(body.text && { text: body.text.slice(0, LONGEST) }) })
    ctx.save()
    return c.text('ok')
  })
  return app
}

export function refuseAsSlack(status: number): Response {
  return new Response('rollup_error', { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** JSON, or a form with JSON in `payload`. */
async function readBody(request: Request): Promise<IncomingWebhookSendArguments | null> {
  try {
    const text = await request.text()
    const isForm = request.headers.get('content-type')?.includes('form') ?? false
    const read: unknown = JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text)
    return typeof read === 'object' ? read : null
  } catch {
    return null
  }
}
