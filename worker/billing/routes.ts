import { Hono } from 'hono/tiny'
import { CHECK_TAX_PATH, IDEMPOTENCY_KEY } from '../contract/billing/checkout.ts'
import { PRO_UPGRADE_DETAILS_PATH } from '../contract/upgrade/upgrade.ts'
import { promoInput, subscribeInput, taxInput } from '../contract/billing/checkout-input.ts'
import { modalQuery, upgradeDetailsQuery } from '../contract/upgrade/upgrade-input.ts'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { requireSameUser } from '../system/http/require-same-user.ts'
import { validate } from '../system/http/validate.ts'
import { createCustomer } from './customer/stripe-customer.ts'
import { getCheckout } from './offer/get-checkout.ts'
import { getSubscriptionModal } from './offer/get-subscription-modal.ts'
import { listPlans, listViewerPlans } from './offer/list-plans.ts'
import { proUpgradeDetails } from './change-plan/pro-upgrade-details.ts'
import { previewTax } from './tax/preview-tax.ts'
import { readSubscription } from './subscribe/read-subscription.ts'
import { receiveWebhook } from './webhook/receive-webhook.ts'
import { webhookBodyLimit } from './webhook/webhook-body-limit.ts'
import { subscribe } from './subscribe/subscribe.ts'
import { validatePromo } from './offer/validate-promo.ts'

/** Called by Stripe: without a session or CSRF token, with the raw body. */
export const stripeEventRoutes = new Hono<HonoEnv>().post('/webhooks/stripe', webhookBodyLimit, async (c) => {
  const body = await c.req.text()
  return c.json(await receiveWebhook(c.get('ctx'), { body, signature: c.req.header('stripe-signature') ?? '' }))
})

export const billingRoutes = new Hono<HonoEnv>()
  .get('/api/plans', async (c) => c.json(await listPlans(c.get('ctx'))))
  .get('/api/plans/viewer', async (c) => c.json(await listViewerPlans(c.get('ctx'))))
  .get(PRO_UPGRADE_DETAILS_PATH, validate('query', upgradeDetailsQuery), async (c) =>
    c.json(await proUpgradeDetails(c.get('ctx'), c.req.valid('query').plan)),
  )
  .get('/api/checkout', async (c) => c.json(await getCheckout(c.get('ctx'))))
  .get('/api/subscription_modal', validate('query', modalQuery), async (c) =>
    c.json(await getSubscriptionModal(c.get('ctx'), c.req.valid('query').plan)),
  )
  .post('/api/customers', async (c) => c.json(await createCustomer(c.get('ctx'))))
  .post('/api/subscriptions', requireSameUser, validate('json', subscribeInput), async (c) =>
    c.json(await subscribe(c.get('ctx'), c.req.valid('json'), { key: c.req.header(IDEMPOTENCY_KEY) })),
  )
  .get('/api/subscriptions/:id', async (c) => c.json(await readSubscription(c.get('ctx'), c.req.param('id'))))
  .post(CHECK_TAX_PATH, validate('json', taxInput), async (c) =>
    c.json(await previewTax(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/subscriptions/validate_promo_code', validate('json', promoInput), async (c) =>
    c.json(await validatePromo(c.get('ctx'), c.req.valid('json'))),
  )
