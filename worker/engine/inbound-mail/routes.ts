import { Hono } from 'hono'
import { parseAppletKey } from '../../applets/read/applet-queries.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { regenerateMailAddress } from './mail-addresses.ts'

/** The addresses at which mail starts Applets. Mail itself comes to the Worker's `email` handler. */
export const mailAddressRoutes = new Hono<HonoEnv>().post('/applets/:id/mail_address', async (c) =>
  c.json({ applet: await regenerateMailAddress(c.get('ctx'), parseAppletKey(c.req.param('id'))) }),
)
