import type Stripe from 'stripe'
import { momentOf, named } from '../../store/change-object.ts'
import { requireAttached } from '../../engine/payments/card-behavior.ts'
import { releaseSchedule, startSchedule, updateSchedule } from '../../engine/subscriptions/schedule-machine.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'
import {
  bool,
  emptyable,
  hash,
  ignored,
  list,
  metadata,
  oneOf,
  positive,
  required,
  text,
  timeOr,
} from '../../http/params.ts'
import type { Input, Known } from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'
import { route, type Api, type Call } from '../../http/api-route.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { price, prorations } from './subscription-params.ts'

type Schedule = Objects['subscription_schedule']
const KIND = 'subscription_schedule'

const discounts = emptyable(list(hash({ coupon: text, discount: text, promotion_code: text })))
const { current_trial: _, ...itemParams } = price
const phase = {
  add_invoice_items: ignored,
  application_fee_percent: ignored,
  automatic_tax: ignored,
  billing_cycle_anchor: oneOf('automatic', 'phase_start'),
  billing_thresholds: ignored,
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  currency: currencyCode,
  default_payment_method: text,
  default_tax_rates: ignored,
  description: emptyable(text),
  discounts,
  duration: hash({ interval: required(oneOf('day', 'month', 'week', 'year')), interval_count: positive }),
  end_date: timeOr('now'),
  invoice_settings: ignored,
  items: required(list(hash(itemParams satisfies Known<Stripe.SubscriptionScheduleUpdateParams.Phase.Item>))),
  metadata,
  on_behalf_of: ignored,
  proration_behavior: prorations,
  start_date: timeOr('now'),
  transfer_data: ignored,
  trial: bool,
  trial_end: timeOr('now'),
} satisfies Known<Stripe.SubscriptionScheduleUpdateParams.Phase>

const settings = {
  application_fee_percent: ignored,
  automatic_tax: ignored,
  billing_cycle_anchor: oneOf('automatic', 'phase_start'),
  billing_thresholds: ignored,
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  default_payment_method: text,
  description: emptyable(text),
  invoice_settings: ignored,
  on_behalf_of: ignored,
  transfer_data: ignored,
} satisfies Known<Stripe.SubscriptionScheduleUpdateParams.DefaultSettings>

const createParams = {
  billing_mode: ignored,
  customer: text,
  customer_account: ignored,
  default_settings: hash(settings),
  end_behavior: oneOf('cancel', 'release'),
  from_subscription: text,
  metadata,
  pause_schedules: ignored,
  phases: list(hash(phase)),
  start_date: timeOr('now'),
} satisfies Known<Stripe.SubscriptionScheduleCreateParams>

const updateParams = {
  default_settings: hash(settings),
  end_behavior: oneOf('cancel', 'release'),
  metadata,
  pause_schedules: ignored,
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
function create({ from_subscription, ...others }: Input<typeof createParams>, { store }: Call): Schedule {
  if (from_subscription === undefined) {
    throw invalidRequest('Missing required param: from_subscription.', {
      code: 'parameter_missing',
      param: 'from_subscription',
    })
  }
  const [other] = Object.keys(others)
  if (other !== undefined) {
    throw invalidRequest(`You cannot set \`${other}\` if \`from_subscription\` is set.`, { param: other })
  }
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
      end_behavior: input.end_behavior,
      default_payment_method: method,
      metadata: input.metadata,
      prorations: input.proration_behavior ?? 'create_prorations',
    }),
  )
}

function release({ preserve_cancel_date }: Input<typeof releaseParams>, { store, path }: Call): Schedule {
  const schedule = store.require(KIND, path('id'))
  const keeps = preserve_cancel_date === true
  return store.atomically(() => releaseSchedule(momentOf(store, schedule.customer), schedule, keeps))
}
