import { Hono } from 'hono'
import { pushEndpointInput, pushSubscriptionInput } from '../contract/push-input.ts'
import type { PushKey } from '../contract/push.ts'
import type { AppEnv } from '../http/app-env.ts'
import { validate } from '../http/validate.ts'
import { removeSubscription } from './remove-subscription.ts'
import { saveSubscription } from './save-subscription.ts'
import { sendTest } from './send-test.ts'

export const pushRoutes = new Hono<AppEnv>()
  .get('/push_key', (c) => {
    const key: PushKey = { public_key: c.get('ctx').settings.VAPID_KEYS?.publicKey ?? null }
    return c.json(key)
  })
  .post('/push_subscriptions', validate('json', pushSubscriptionInput), async (c) => {
    await saveSubscription(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .delete('/push_subscriptions', validate('json', pushEndpointInput), async (c) => {
    await removeSubscription(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .post('/push_subscriptions/test', async (c) => c.json(await sendTest(c.get('ctx')), 202))
