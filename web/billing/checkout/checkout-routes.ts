import { SUBSCRIPTION_SUCCESS_PATH } from '../../../worker/contract/billing/checkout.ts'
import { SOLD_PLANS, type SoldPlan, PLANS } from '../../../worker/contract/tiers.ts'
import { subscribePath } from '../../../worker/contract/billing/subscribe-path.ts'
import { ApiRefusal, unwrap } from '../../edge/api/api-fetch.ts'
import type { PrivateLoadInput, Route } from '../../edge/routing/page-route.ts'
import type { CheckoutData } from './checkout-page.tsx'
import { isPaid } from '../payment/payment-problem.ts'
import type { SuccessData } from './success-page.tsx'

/** The subscription pages and the page after a payment (§2.3). */
export const checkoutRoutes = [
  ...SOLD_PLANS.map(checkoutRoute),
  {
    pattern: `${SUBSCRIPTION_SUCCESS_PATH}/:id`,
    query: ['mobile'],
    page: 'billing/checkout/success-page',
    access: 'private',
    load: loadSuccess,
  },
] as const satisfies readonly Route[]

function checkoutRoute(plan: SoldPlan) {
  return {
    pattern: subscribePath(plan),
    query: ['from', 'reason'],
    page: 'billing/checkout/checkout-page',
    access: 'private',
    takesCards: true,
    bare: true,
    async load({ mine, now, timeZone }) {
      const answer = await unwrap(mine.api.checkout.$get()).catch(orNull)
      const data: CheckoutData = { site: answer, plan, now, timeZone }
      return { kind: 'page', data, title: `Get ${PLANS[plan].name}`, ...(answer === null && { status: 503 }) }
    },
  } as const satisfies Route
}

/** Null while no plan can be sold: the page itself says so. */
function orNull(error: unknown): null {
  if (error instanceof ApiRefusal && error.status === 503) return null
  throw error
}

async function loadSuccess({
  mine,
  me,
  params,
}: PrivateLoadInput): Promise<{ kind: 'page'; data: SuccessData; title: string }> {
  const [found, { tier: before }] = await Promise.all([
    unwrap(mine.api.subscriptions[':id'].$get({ param: { id: params.id ?? '' } })).catch(notPaid),
    me,
  ])
  // The payment may have changed the tier, so it is read again after the subscription.
  const tier = found && isPaid(found) ? await tierNow(mine, before) : before
  const data: SuccessData = { paid: found !== null && isPaid(found), trialing: found?.status === 'trialing', tier }
  return { kind: 'page', data, title: data.paid ? 'Welcome' : 'Your plan' }
}

/** A payment that was refused later counts as not paid. */
function notPaid(error: unknown): null {
  if (error instanceof ApiRefusal && error.status === 402) return null
  throw error
}

async function tierNow(mine: PrivateLoadInput['mine'], before: SuccessData['tier']): Promise<SuccessData['tier']> {
  const { me } = await unwrap(mine.api.me.$get())
  return me?.tier ?? before
}
