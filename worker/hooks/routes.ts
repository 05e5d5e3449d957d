import { Hono } from 'hono'
import { parseAppletKey } from '../applets/read/applet-queries.ts'
import type { HonoEnv } from '../context/hono-env.ts'
import { limitBody } from '../http/limit-body.ts'
import { receiveEvent } from './receive-event.ts'
import { regenerateHook } from './regenerate-hook.ts'

/** Called by other machines: no session, no CSRF token, any content type (§D3.2). */
export const inboundHookRoutes = new Hono<HonoEnv>().post('/hooks/:key', limitBody, async (c) => {
  const { byteLength } = await c.req.arrayBuffer()
  const event = { key: c.req.param('key'), bytes: byteLength, content_type: c.req.header('content-type') }
  return c.json(await receiveEvent(c.get('ctx'), event))
})

export const hookRoutes = new Hono<HonoEnv>().post('/applets/:id/hook_url', async (c) =>
  c.json({ applet: await regenerateHook(c.get('ctx'), parseAppletKey(c.req.param('id'))) }),
)
