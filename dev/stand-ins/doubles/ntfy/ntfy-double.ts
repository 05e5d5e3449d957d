import { Hono } from 'hono'
import type { Context } from 'hono'
import type { DoubleContext } from '../context/double-context.ts'
import { doublePage } from '../context/double-page.ts'

/** A message as ntfy documents it under "JSON message format". */
export type NtfyMessage = {
  id: string
  time: number
  expires: number
  event: 'message'
  topic: string
  message: string
  title?: string
  tags?: string[]
  priority?: number
  click?: string
  attachment?: { name: string; url: string }
}
type Publish = Pick<NtfyMessage, 'title' | 'tags' | 'priority' | 'click'> & {
  topic?: string
  message?: string
  attach?: string
}
type State = { messages: NtfyMessage[]; made: number }

/** The topic `private` wants this token; `readonly` can be read with it, not written. */
export const NTFY_TOKEN = 'tk_doubleOfNtfy0123456789abcdefgh'
const PROTECTED = ['private', 'readonly']
const KEPT = 12 * 60 * 60
const LONGEST = 4096

/** A server of ntfy: publish as JSON, poll, and the check of a topic's rights. */
export function ntfyRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const state = () => ctx.state<State>(() => ({ messages: [], made: 0 }))
  const publish = (body: Publish & { topic: string }) => {
    const message = messageOf(body, ++state().made, ctx.now())
    state().messages.push(message)
    ctx.save()
    return message
  }

  app.get('/', () =>
    doublePage(ctx, 'ntfy', [
      {
        id: 'backups',
        title: 'Topic backups',
        paste: {
          Server: ctx.address,
          Topic: 'backups',
          'Access token, for the topics private and readonly': NTFY_TOKEN,
        },
        messages: state()
          .messages.toReversed()
          .map(({ topic, title, message }) => `${topic}: ${title ? `${title} · ` : ''}${message}`),
        buttons: [{ path: 'backups', label: 'Publish', input: { name: 'message', label: 'Message' } }],
      },
    ]),
  )
  app.post('/control/:topic', async (c) => {
    const form = await c.req.formData()
    publish({ topic: c.req.param('topic'), message: String(form.get('message') ?? '') })
    return c.redirect(ctx.address, 303)
  })

  app.get('/:topic/auth', (c) => mayNot(c, c.req.param('topic')) ?? c.json({ success: true }))
  app.get('/:topic/json', (c) => {
    const topic = c.req.param('topic')
    const refused = mayNot(c, topic)
    if (refused) return refused
    const lines = since(state().messages, c.req.query('since') ?? 'all', ctx.now())
      .filter((message) => message.topic === topic)
      .map((message) => `${JSON.stringify(message)}\n`)
    return c.body(lines.join(''), 200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
  })
  app.post('/', async (c) => {
    const { topic, ...body }: Publish = await c.req.json()
    if (!topic || !/^[-_A-Za-z0-9]{1,64}$/.test(topic)) return refuse(400, 40_009, 'invalid request: topic invalid')
    const refused = topic === 'readonly' ? forbidden() : mayNot(c, topic)
    if (refused) return refused
    if (body.priority !== undefined && !(body.priority >= 1 && body.priority <= 5)) {
      return refuse(400, 40_007, 'invalid request: priority invalid')
    }
    return c.json(publish({ ...body, topic }))
  })
  return app
}

export function refuseAsNtfy(status: number): Response {
  return refuse(status, status * 100, 'fault')
}

function refuse(http: number, code: number, error: string): Response {
  return Response.json({ code, http, error, link: 'https://ntfy.sh/docs/publish/' }, { status: http })
}

function forbidden(): Response {
  return refuse(403, 40_301, 'forbidden')
}

function mayNot(c: Context, topic: string): Response | null {
  const given = c.req.header('authorization')
  if (given !== undefined && given !== `Bearer ${NTFY_TOKEN}`) return refuse(401, 40_101, 'unauthorized')
  return PROTECTED.includes(topic) && given === undefined ? forbidden() : null
}

/** A message's id, a time in seconds, or `all`; an id that is not kept anymore means all. */
function since(messages: NtfyMessage[], from: string, now: number): NtfyMessage[] {
  const kept = messages.filter(({ expires }) => expires > now / 1000)
  const known = kept.findIndex(({ id }) => id === from)
  if (known >= 0) return kept.slice(known + 1)
  return /^\d{9,11}$/.test(from) ? kept.filter(({ time }) => time >= Number(from)) : kept
}

function messageOf({ attach, message = '', ...body }: Publish & { topic: string }, made: number, now: number) {
  const time = Math.floor(now / 1000)
  return {
    id: `m${String(made).padStart(11, '0')}`,
    time,
    expires: time + KEPT,
    event: 'message',
    ...body,
    message: message === '' ? 'triggered' : Buffer.from(message).subarray(0, LONGEST).toString(),
    ...(attach && { attachment: { name: attach.split('/').at(-1) ?? 'file', url: attach } }),
  } satisfies NtfyMessage
}
