import { invalidRequest, missing } from '../../store/stripe-api-error.ts'
import { cancelSubscription } from '../../engine/subscriptions/cancel-subscription.ts'
import { momentOf, named } from '../../store/change-object.ts'
import { createSubscription } from '../../engine/subscriptions/new-subscription.ts'
import { requireAttached } from '../../engine/payments/card-behavior.ts'
import { automaticTax } from '../../engine/invoices/automatic-tax.ts'
import { hasEnded } from '../../engine/subscriptions/change-subscription.ts'
import { paginate } from '../../http/paginate.ts'
import type { Input } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import { mergeMetadata } from '../../store/merge-metadata.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { cancelParams, createParams, listParams } from './subscription-params.ts'
import { subscriptionUpdateRoutes } from './subscription-update-routes.ts'

type Subscription = Objects['subscription']

const LONGEST_TRIAL_DAYS = 730

export function subscriptionRoutes(api: Api): void {
  route(api, 'post', '/v1/subscriptions', { params: createParams }, create)
  route(api, 'get', '/v1/subscriptions', { params: listParams }, list)
  route(api, 'get', '/v1/subscriptions/:id', {}, (_, { store, path }) => store.require('subscription', path('id')))
  route(api, 'delete', '/v1/subscriptions/:id', { params: cancelParams }, cancel)
  subscriptionUpdateRoutes(api)
}

function create(input: Input<typeof createParams>, { store }: Call): Subscription {
  const customer = named(store, 'customer', input.customer, 'customer')
  if ((input.trial_period_days ?? 0) > LONGEST_TRIAL_DAYS) throw trialTooLong()
  const method = input.default_payment_method
  if (method !== undefined) requireAttached(store, customer.id, method, 'default_payment_method')
  return store.atomically(() =>
    createSubscription(momentOf(store, customer.id), {
      customer: customer.id,
      items: input.items ?? [],
      discounts: input.discounts || [],
      behavior: input.payment_behavior ?? 'allow_incomplete',
      trial_period_days: input.trial_period_days,
      fields: {
        ...fieldsOf(input),
        ...automaticTax(store, customer.id, input.automatic_tax?.enabled === true),
      },
    }),
  )
}

function trialTooLong() {
  return invalidRequest(`The maximum number of trial period days is ${LONGEST_TRIAL_DAYS} (2 years).`, {
    param: 'trial_period_days',
  })
}

function fieldsOf(input: Input<typeof createParams>): Partial<Subscription> {
  const { payment_settings: payment, trial_settings: trial } = input
  return {
    metadata: mergeMetadata(null, input.metadata),
    ...(input.default_payment_method !== undefined && { default_payment_method: input.default_payment_method }),
    ...(payment !== undefined && {
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method: payment.save_default_payment_method ?? 'off',
      },
    }),
    ...(trial !== undefined && {
      trial_settings: {
        end_behavior: { billing_cycle_anchor: 'now' as const, ...trial.end_behavior },
      },
    }),
  }
}

/** Without a status, leaves out canceled ones; `all` includes them; `ended` is canceled and incomplete_expired. */
function list(input: Input<typeof listParams>, { store, url }: Call): object {
  const { customer, status } = input
  const wanted = store
    .all('subscription', (each) => customer === undefined || each.customer === customer)
    .filter((each) => hasStatus(each, status))
  return paginate(wanted, input, url)
}

function hasStatus(subscription: Subscription, status: string | undefined): boolean {
  if (status === 'all') return true
  if (status === 'ended') return hasEnded(subscription)
  return status === undefined ? subscription.status !== 'canceled' : subscription.status === status
}

function cancel(input: Input<typeof cancelParams>, { store, path }: Call): Subscription {
  const subscription = live(store, path('id'))
  const { comment, feedback } = input.cancellation_details ?? {}
  const details = {
    comment: comment || null,
    feedback: feedback || null,
    feedback_option: null,
    reason: 'cancellation_requested' as const,
  }
  return store.atomically(() =>
    cancelSubscription(momentOf(store, subscription.customer), subscription, {
      details,
      prorate: input.prorate === true,
      invoiceNow: input.invoice_now === true,
    }),
  )
}

/** 404 for a subscription that has ended, when asked to end it again. */
function live(store: ObjectStore, id: string): Subscription {
  const found = store.require('subscription', id)
  if (hasEnded(found)) throw missing('subscription', id)
  return found
}
