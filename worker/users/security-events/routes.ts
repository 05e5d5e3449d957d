import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { securityEventsInput } from '../../contract/accounts/security-events-input.ts'
import { validate } from '../../system/http/validate.ts'
import { keepEarlierWork } from './keep-earlier-work.ts'
import { listSecurityEvents } from './list-security-events.ts'

export const securityEventRoutes = new Hono<HonoEnv>()
  .get('/security_events', validate('query', securityEventsInput), async (c) =>
    c.json(await listSecurityEvents(c.get('ctx'), c.req.valid('query'))),
  )
  .delete('/earlier_work', async (c) => {
    await keepEarlierWork(c.get('ctx'))
    return c.body(null, 204)
  })
