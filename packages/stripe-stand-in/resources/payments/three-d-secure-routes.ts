import { momentOf } from '../../store/change-object.ts'
import { settleIntent } from '../../engine/subscriptions/collect-invoice.ts'
import { finishAuthentication } from '../../engine/payments/payment-intent-machine.ts'
import { finishSetupAuthentication } from '../../engine/payments/setup-intent-machine.ts'
import { settleSetup } from '../../engine/subscriptions/status-machine.ts'
import { missing } from '../../store/stripe-api-error.ts'
import { text } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { ObjectStore } from '../../store/object-store.ts'

/**
 * The bank's side of 3-D Secure, which Stripe's API does not have: our Stripe.js dialog, or a test, reports the result.
 * Returns the intent with the bank's answer; a decline is part of the intent, not an error.
 */
export function threeDSecureRoutes(api: Api): void {
  const options = { params: { client_secret: text }, publishable: true }
  route(api, 'post', '/_test/3ds/:id/complete', options, (_, call) => finish(call, true))
  route(api, 'post', '/_test/3ds/:id/fail', options, (_, call) => finish(call, false))
}

function finish({ store, path }: Call, passed: boolean): object {
  return authenticate(store, path('id'), passed)
}

export function authenticate(store: ObjectStore, id: string, passed: boolean): object {
  const payment = store.get('payment_intent', id)
  if (payment !== undefined) {
    const moment = momentOf(store, payment.customer)
    const done = finishAuthentication(moment, payment, passed)
    settleIntent(moment, done)
    return done
  }
  const setup = store.get('setup_intent', id)
  if (setup === undefined) throw missing('payment_intent', id)
  const moment = momentOf(store, setup.customer)
  const done = finishSetupAuthentication(moment, setup, passed)
  settleSetup(moment, done)
  return done
}
