import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { lendLoginInput, switchServiceInput } from '../../contract/operator/operator-input.ts'
import { validate } from '../../system/http/validate.ts'
import { confirmService } from './confirm-service.ts'
import { changeLentLogin } from './lend-login.ts'
import { readOperatorOverview } from './read-operator-overview.ts'
import { replayEvent } from './replay-event.ts'
import { switchService } from './switch-service.ts'

/** For users whom the setting OPERATORS names. */
export const operatorRoutes = new Hono<HonoEnv>()
  .get('/operator', async (c) => c.json(await readOperatorOverview(c.get('ctx'))))
  .patch('/operator/services/:module_name', validate('json', switchServiceInput), async (c) =>
    c.json(await switchService(c.get('ctx'), c.req.param('module_name'), c.req.valid('json').running)),
  )
  .post('/operator/services/:module_name/confirm', async (c) =>
    c.json(await confirmService(c.get('ctx'), c.req.param('module_name'))),
  )
  .patch('/operator/logins/:login', validate('json', lendLoginInput), async (c) =>
    c.json(await changeLentLogin(c.get('ctx'), c.req.param('login'), c.req.valid('json'))),
  )
  .post('/operator/stripe_events/:id/replay', async (c) => c.json(await replayEvent(c.get('ctx'), c.req.param('id'))))
