import { Hono } from 'hono/tiny'
import { type Context } from 'hono'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { limitBody, readJson } from '../../system/http/request-body.ts'
import { receiveEvent, receiveHandshake, readReceipt } from './receive-event.ts'
import { parseInput } from '../../system/http/validate.ts'
import { pollNowInput } from '../../contract/hooks/poll-now-input.ts'
import { queuePolls } from './poll-now.ts'
import { readChallenge } from './handshake.ts'
import { makeMakerKey, readMakerKey, revealMakerKey } from './maker-key.ts'

/** Called by other machines: no session, no CSRF token, any content type. */
export const inboundHookRoutes = new Hono<HonoEnv>()
  .post('/hooks/:key', limitBody, async (c) => {
    const key = c.req.param('key')
    const request = await readRequest(c)
    const challenge = readChallenge({ method: 'POST', ...request })
    if (challenge !== null) return answerChallenge(c, key, challenge)
    return c.json(await receiveEvent(c.get('ctx'), c.env, { key, event: null }, request), 202)
  })
  // Only senders that check an address ask with GET: previews of links do so too, and must start nothing.
  .get('/hooks/:key', async (c) => {
    const query = new URL(c.req.url).searchParams
    const challenge = readChallenge({ method: 'GET', query, body: new ArrayBuffer(0) })
    if (challenge !== null) return answerChallenge(c, c.req.param('key'), challenge)
    c.header('allow', 'POST')
    throw new AppError('method_not_allowed')
  })
  .get('/hooks/:key/receipts/:receipt', async (c) =>
    c.json(await readReceipt(c.get('ctx'), c.env, { key: c.req.param('key'), receipt: c.req.param('receipt') })),
  )
  .on(['GET', 'POST'], '/trigger/:event/with/key/:key', limitBody, (c) => acceptMakerEvent(c))
  .on(['GET', 'POST'], '/trigger/:event/json/with/key/:key', limitBody, (c) => acceptMakerEvent(c))
  .post('/v1/notifications', limitBody, async (c) => {
    const keys = [c.req.header('ifttt-service-key'), c.req.header('ifttt-channel-key')]
    await queuePolls(c.get('ctx'), keys, parseInput(pollNowInput, await readJson(c)))
    return c.json({})
  })

export const hookRoutes = new Hono<HonoEnv>()
  .get('/maker_key/url', async (c) => c.json(await revealMakerKey(c.get('ctx'))))
  .get('/maker_key', async (c) => c.json(await readMakerKey(c.get('ctx'))))
  .post('/maker_key', async (c) => c.json(await makeMakerKey(c.get('ctx')), 201))

async function readRequest({ req }: Context<HonoEnv>) {
  return { query: new URL(req.url).searchParams, headers: req.raw.headers, body: await req.arrayBuffer() }
}

async function answerChallenge(c: Context<HonoEnv>, key: string, challenge: string) {
  await receiveHandshake(c.get('ctx'), c.env, key)
  return c.text(challenge)
}

/** Devices show the line of text. */
async function acceptMakerEvent(c: Context<HonoEnv, '/trigger/:event/with/key/:key'>) {
  const { event, key } = c.req.param()
  await receiveEvent(c.get('ctx'), c.env, { key, event }, await readRequest(c))
  return c.text(`The event ${event} was received.`)
}
