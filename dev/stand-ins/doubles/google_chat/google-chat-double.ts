import { Hono } from 'hono'
import type { chat_v1 } from '@googleapis/chat'
import { CallRate } from '../context/call-rate.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { doublePage } from '../context/double-page.ts'

type Message = chat_v1.Schema$Message
type Space = {
  id: string
  key: string
  token: string
  revoked: boolean
  messages: Message[]
  requests: Record<string, string>
}
type State = { spaces: Space[] }

const SPACES: Space[] = [
  {
    id: 'AAAAdoubleSpace',
    key: 'AIzaSyDouble0123456789',
    token: 'Tok3nOfTheDouble_0123456789abcdefghijklmn',
    revoked: false,
    messages: [],
    requests: {},
  },
]
/** One a second for each space, with short bursts. */
const RATE = { calls: 4, window: 4000 }
/** The largest message, in bytes. */
const LARGEST = 32_000

export function googleChatAddress(address: string, { id, key, token }: Pick<Space, 'id' | 'key' | 'token'>): string {
  return `${address}/v1/spaces/${id}/messages?${new URLSearchParams({ key, token })}`
}

/** Google Chat's `spaces.messages.create`, as webhooks call it: with a key and a token in the address. */
export function googleChatRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const rate = new CallRate(RATE.calls, RATE.window)
  const state = () => ctx.state<State>(() => ({ spaces: structuredClone(SPACES) }))

  app.get('/', () =>
    doublePage(
      ctx,
      'Google Chat',
      state().spaces.map((space) => ({
        id: space.id,
        title: `Space ${space.id}`,
        paste: { 'Webhook address': googleChatAddress(ctx.address, space) },
        messages: space.messages.map(({ text, cardsV2 }) => `${text ?? ''}${cardsV2 ? ' · a card' : ''}`),
        buttons: [{ path: `${space.id}/revoke`, label: space.revoked ? 'Make it again' : 'Delete the webhook' }],
      })),
    ),
  )
  app.post('/control/:id/revoke', (c) => {
    const space = state().spaces.find(({ id }) => id === c.req.param('id'))
    if (space) space.revoked = !space.revoked
    ctx.save()
    return c.redirect(ctx.address, 303)
  })

  app.post('/v1/spaces/:id/messages', async (c) => {
    const space = state().spaces.find(({ id }) => id === c.req.param('id'))
    const { key, token, requestId } = c.req.query()
    if (!space) return refuse(404, 'NOT_FOUND', 'The space does not exist.')
    if (key !== space.key) return refuse(400, 'INVALID_ARGUMENT', 'API key not valid.', 'API_KEY_INVALID')
    if (space.revoked || token !== space.token) return refuse(401, 'UNAUTHENTICATED', 'The token is invalid.')
    const earlier = space.messages.find(({ name }) => requestId !== undefined && name === space.requests[requestId])
    if (earlier) return c.json(earlier)
    const wait = rate.take(space.id, ctx.now())
    if (wait > 0) return refuse(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded: one message a second.')
    const text = await c.req.text()
    const body: Message = JSON.parse(text)
    if (Buffer.byteLength(text) > LARGEST) return refuse(400, 'INVALID_ARGUMENT', 'The message is too large.')
    if (!body.text && !body.cardsV2?.length) return refuse(400, 'INVALID_ARGUMENT', 'Message cannot be empty.')
    const message = messageOf(space, body, ctx.now())
    space.messages.unshift(message)
    if (requestId && message.name) space.requests[requestId] = message.name
    ctx.save()
    return c.json(message)
  })
  return app
}

export function refuseAsGoogle(status: number): Response {
  return refuse(status, 'UNAVAILABLE', 'The service is unavailable.')
}

function refuse(code: number, status: string, message: string, reason?: string): Response {
  const details = reason ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] : []
  return Response.json({ error: { code, message, status, details } }, { status: code })
}

function messageOf({ id, messages }: Space, { text, cardsV2 }: Message, now: number) {
  return {
    name: `spaces/${id}/messages/M${messages.length + 1}.M${messages.length + 1}`,
    sender: { name: 'users/114022495153014004089', displayName: 'Switchyard', type: 'BOT' },
    createTime: new Date(now).toISOString(),
    space: { name: `spaces/${id}`, type: 'ROOM', spaceType: 'SPACE', displayName: 'Kitchen' },
    thread: { name: `spaces/${id}/threads/T${messages.length + 1}` },
    ...(text && { text, argumentText: text, formattedText: text }),
    ...(cardsV2 && { cardsV2 }),
  } satisfies Message
}
