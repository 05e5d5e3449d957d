import type Stripe from 'stripe'
import { momentOf, named } from '../../store/change-object.ts'
import { requireAttached } from '../../engine/payments/card-behavior.ts'
import { releaseSchedule, startSchedule, updateSchedule } from '../../engine/subscriptions/schedule-machine.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import { bool, emptyable, hash, integer, list, natural, oneOf, positive, required, text } from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { prorations } from './subscription-params.ts'

type Schedule = Objects['subscription_schedule']
const KIND = 'subscription_schedule'

const phase = {
  billing_cycle_anchor: oneOf('automatic', 'phase_start'),
  discounts: emptyable(list(hash({ discount: required(text) }))),
  duration: hash({ interval: required(oneOf('month', 'year')), interval_count: positive }),
  end_date: integer,
  items: required(list(hash({ price: required(text), quantity: natural }))),
  proration_behavior: prorations,
  start_date: integer,
  trial_end: integer,
} satisfies Known<Stripe.SubscriptionScheduleUpdateParams.Phase>

const createParams = {
  from_subscription: required(text),
} satisfies Known<Stripe.SubscriptionScheduleCreateParams>

const updateParams = {
  default_settings: hash({ default_payment_method: text }),
  end_behavior: oneOf('release'),
  phases: list(hash(phase)),
  proration_behavior: prorations,
} satisfies Known<Stripe.SubscriptionScheduleUpdateParams>

const releaseParams = { preserve_cancel_date: bool } satisfies Known<Stripe.SubscriptionScheduleReleaseParams>

export function subscriptionScheduleRoutes(api: Api): void {
  const at = '/v1/subscription_schedules'
  route(api, 'post', at, { params: createParams }, create)
  route(api, 'get', `${at}/:id`, {}, (_input, { store, path }) => store.require(KIND, path('id')))
  route(api, 'post', `${at}/:id`, { params: updateParams }, update)
  route(api, 'post', `${at}/:id/release`, { params: releaseParams }, release)
}

/** Only schedules of subscriptions that exist: the stand-in does not start subscriptions later. */
function create({ from_subscription }: Input<typeof createParams>, { store }: Call): Schedule {
  const subscription = named(store, 'subscription', from_subscription, 'from_subscription')
  const param = { param: 'from_subscription' }
  if (subscription.schedule !== null) {
    const attached = `\`${String(subscription.schedule)}\``
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: ${attached}.`,
      param,
    )
  }
  if (!['active', 'trialing', 'past_due'].includes(subscription.status)) {
    throw invalidRequest(`You cannot migrate a subscription that is ${subscription.status}.`, param)
  }
  return store.atomically(() => startSchedule(momentOf(store, subscription.customer), subscription))
}

function update(input: Input<typeof updateParams>, { store, path }: Call): Schedule {
  const before = store.require(KIND, path('id'))
  const { default_payment_method: method } = input.default_settings ?? {}
  if (method !== undefined) {
    requireAttached(store, before.customer, method, 'default_settings[default_payment_method]')
  }
  return store.atomically(() =>
    updateSchedule(momentOf(store, before.customer), before, {
      phases: input.phases,
      releases: input.end_behavior === 'release',
      default_payment_method: method,
      prorations: input.proration_behavior ?? 'create_prorations',
    }),
  )
}

function release({ preserve_cancel_date }: Input<typeof releaseParams>, { store, path }: Call): Schedule {
  const schedule = store.require(KIND, path('id'))
  const keeps = preserve_cancel_date === true
  return store.atomically(() => releaseSchedule(momentOf(store, schedule.customer), schedule, keeps))
}
