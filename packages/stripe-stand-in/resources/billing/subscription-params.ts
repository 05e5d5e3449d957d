import type Stripe from 'stripe'
import { pagingByTime } from '../../http/paginate.ts'
import {
  bool,
  emptyable,
  hash,
  ignored,
  integer,
  list,
  metadata,
  natural,
  oneOf,
  positive,
  required,
  text,
  timeOr,
  type Known,
} from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'

/** Parameters of the subscription calls. Names that API version endive removed are missing, and so are refused. */

export const discounts = emptyable(list(hash({ coupon: text, discount: text, promotion_code: text })))
const behavior = oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete')
export const automaticTaxParam = hash({ enabled: required(bool), liability: ignored })
export const prorations = oneOf('always_invoice', 'create_prorations', 'none')

export const price = {
  price: text,
  price_data: hash({
    currency: required(currencyCode),
    product: required(text),
    recurring: required(hash({ interval: required(oneOf('day', 'week', 'month', 'year')), interval_count: positive })),
    tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
    unit_amount: required(natural),
  }),
  quantity: natural,
  metadata,
  billing_thresholds: ignored,
  current_trial: ignored,
  discounts: ignored,
  tax_rates: ignored,
}
const newItemParams = hash(price satisfies Known<Stripe.SubscriptionCreateParams.Item>)
export const changedItem = hash({
  ...price,
  id: text,
  deleted: bool,
  clear_usage: bool,
} satisfies Known<Stripe.SubscriptionUpdateParams.Item>)

const cancellation = hash({
  comment: emptyable(text),
  feedback: emptyable(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
  feedback_option: text,
})

/** Prices by id, other periods and discounts of items are not supported. */
const addedItem = hash({
  discountable: bool,
  discounts: ignored,
  metadata,
  period: ignored,
  price: ignored,
  price_data: required(
    hash({
      currency: required(currencyCode),
      product: required(text),
      tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
      unit_amount: required(integer),
      unit_amount_decimal: ignored,
    } satisfies Known<Stripe.SubscriptionUpdateParams.AddInvoiceItem.PriceData>),
  ),
  quantity: positive,
  tax_rates: ignored,
} satisfies Known<Stripe.SubscriptionUpdateParams.AddInvoiceItem>)

const shared = {
  application_fee_percent: ignored,
  automatic_tax: automaticTaxParam,
  billing_schedules: ignored,
  billing_thresholds: ignored,
  cancel_at_period_end: bool,
  default_payment_method: text,
  default_source: text,
  default_tax_rates: ignored,
  discounts,
  invoice_settings: ignored,
  metadata,
  off_session: bool,
  on_behalf_of: ignored,
  payment_behavior: behavior,
  payment_settings: hash({
    payment_method_options: ignored,
    payment_method_types: emptyable(list(text)),
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  pending_invoice_item_interval: ignored,
  proration_behavior: prorations,
  transfer_data: ignored,
  trial_end: timeOr('now'),
  trial_settings: hash({
    end_behavior: required(
      hash({
        billing_cycle_anchor: oneOf('now', 'unchanged'),
        missing_payment_method: required(oneOf('cancel', 'create_invoice')),
      }),
    ),
  }),
}

export const createParams = {
  ...shared,
  add_invoice_items: ignored,
  backdate_start_date: ignored,
  billing_mode: ignored,
  cancel_at: integer,
  currency: currencyCode,
  customer: required(text),
  customer_account: ignored,
  description: ignored,
  items: list(newItemParams),
  trial_period_days: natural,
} satisfies Known<Stripe.SubscriptionCreateParams>

export const updateParams = {
  ...shared,
  add_invoice_items: list(addedItem),
  billing_cycle_anchor: hash({ type: required(oneOf('now', 'unchanged')) }),
  cancel_at: emptyable(integer),
  cancellation_details: cancellation,
  description: ignored,
  items: list(changedItem),
  payment_settings: ignored,
  proration_date: integer,
  trial_settings: ignored,
} satisfies Known<Stripe.SubscriptionUpdateParams>

export const cancelParams = {
  cancellation_details: cancellation,
  invoice_now: bool,
  prorate: bool,
} satisfies Known<Stripe.SubscriptionCancelParams>

export const listParams = {
  ...pagingByTime,
  automatic_tax: ignored,
  current_period_end: ignored,
  current_period_start: ignored,
  customer: text,
  price: text,
  status: oneOf(
    'active',
    'past_due',
    'unpaid',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'trialing',
    'paused',
    'all',
    'ended',
  ),
} satisfies Known<Stripe.SubscriptionListParams>
