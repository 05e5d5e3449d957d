import { createHmac, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { DoubleContext } from '../context/double-context.ts'
import { feedsState, type HubSubscription } from './feed-items.ts'

/** A hub gives up on who does not answer within that time, in ms. */
const PATIENCE = 5000
const LONGEST_LEASE = 10 * 86_400

/** A WebSub hub (W3C Recommendation): verifies who asks, and pushes what feeds publish, signed. */
export function hubRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.post('/', async (c) => {
    const form = await c.req.parseBody()
    const read = (name: string) => String(form[`hub.${name}`] ?? '')
    const [mode, callback, topic] = [read('mode'), read('callback'), read('topic')]
    if (!URL.canParse(callback) || topic === '' || !['subscribe', 'unsubscribe'].includes(mode))
      return c.text('hub.callback, hub.topic or hub.mode is wrong.', 400)
    const lease = Math.min(Number(read('lease_seconds')) || LONGEST_LEASE, LONGEST_LEASE)
    // The Recommendation verifies after the answer.
    void verify(ctx, mode, { callback, topic, secret: read('secret') }, lease)
    return c.body(null, 202)
  })
  return app
}

async function verify(ctx: DoubleContext, mode: string, asked: HubSubscription, lease: number): Promise<void> {
  const challenge = randomBytes(12).toString('hex')
  const query = new URLSearchParams({
    'hub.mode': mode,
    'hub.topic': asked.topic,
    'hub.challenge': challenge,
    ...(mode === 'subscribe' && { 'hub.lease_seconds': String(lease) }),
  })
  const answer = await call(`${asked.callback}?${query}`)
  if (!answer?.ok || (await answer.text()) !== challenge) return
  const state = feedsState(ctx)
  const others = state.subscriptions.filter(
    ({ callback, topic }) => callback !== asked.callback || topic !== asked.topic,
  )
  state.subscriptions = mode === 'subscribe' ? [...others, asked] : others
  ctx.save()
}

/** Pushes a feed's present document to everyone who asked for it. */
export async function publishToHub(
  ctx: DoubleContext,
  topic: string,
  { body, type }: { body: string; type: string },
): Promise<void> {
  const subscriptions = feedsState(ctx).subscriptions.filter((each) => each.topic === topic)
  await Promise.all(
    subscriptions.map(({ callback, secret }) => {
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
      return call(callback, { method: 'POST', body, headers: { 'content-type': type, 'x-hub-signature': signature } })
    }),
  )
}

async function call(address: string, init: RequestInit = {}): Promise<Response | null> {
  return fetch(address, { ...init, signal: AbortSignal.timeout(PATIENCE) }).catch(() => null)
}
