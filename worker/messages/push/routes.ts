import { Hono } from 'hono/tiny'
import { pushEndpointInput, pushSubscriptionInput } from '../../contract/push/push-input.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { validate } from '../../system/http/validate.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { removeSubscription } from './remove-subscription.ts'
import { saveSubscription } from './save-subscription.ts'
import { sendTest } from './send-test.ts'

export const pushRoutes = new Hono<HonoEnv>()
  .get('/push_subscriptions', async (c) => c.json(await listSubscriptions(c.get('ctx'))))
  .post('/push_subscriptions', validate('json', pushSubscriptionInput), async (c) => {
    await saveSubscription(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .delete('/push_subscriptions', validate('json', pushEndpointInput), async (c) => {
    await removeSubscription(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .post('/push_subscriptions/test', async (c) => c.json(await sendTest(c.get('ctx')), 202))
