import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { notificationsQuery, notificationsReadInput } from '../../contract/notifications/notification-input.ts'
import { validate } from '../../system/http/validate.ts'
import { listNotifications, readNotifications } from './list-notifications.ts'

/** The calls for the messages of the user's Applets. */
export const notificationRoutes = new Hono<HonoEnv>()
  .get('/notifications', validate('query', notificationsQuery), async (c) =>
    c.json(await listNotifications(c.get('ctx'), c.req.valid('query'))),
  )
  .post('/notifications/read', validate('json', notificationsReadInput), async (c) =>
    c.json(await readNotifications(c.get('ctx'), c.req.valid('json'))),
  )
