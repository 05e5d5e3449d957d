import { Hono } from 'hono/tiny'
import { bodyLimit } from 'hono/body-limit'
import { HUB_PUSH_MAX_BYTES } from '../../contract/limits.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { AppError } from '../../system/errors/app-error.ts'

/** Called by WebSub hubs: no session, no CSRF token. */
export const hubRoutes = new Hono<HonoEnv>()
  // A hub verifies that we asked for a subscription: the challenge comes back as text.
  .get('/websub/:source/:secret', async (c) => {
    const { source, secret } = c.req.param()
    const query = (name: string) => c.req.query(`hub.${name}`) ?? ''
    const lease = Number(query('lease_seconds'))
    const challenge = await c
      .get('ctx')
      .sources.find(source)
      ?.verifyHub(secret, {
        mode: query('mode'),
        topic: query('topic'),
        challenge: query('challenge').slice(0, 1000),
        lease_seconds: Number.isSafeInteger(lease) && lease > 0 ? lease : null,
      })
    if (challenge == null) throw new AppError('not_found')
    c.header('x-content-type-options', 'nosniff')
    return c.text(challenge)
  })
  .post('/websub/:source/:secret', bodyLimit({ maxSize: HUB_PUSH_MAX_BYTES, onError: refuseLarge }), async (c) => {
    const { source, secret } = c.req.param()
    const push = {
      body: await c.req.arrayBuffer(),
      content_type: c.req.header('content-type') ?? '',
      signature: c.req.header('x-hub-signature') ?? '',
    }
    const isTaken = await c.get('ctx').sources.find(source)?.takePush(secret, push)
    if (!isTaken) throw new AppError('not_found')
    return c.body(null, 204)
  })

function refuseLarge(): never {
  throw new AppError('too_large')
}
