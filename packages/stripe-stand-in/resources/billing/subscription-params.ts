import type Stripe from 'stripe'
import { paging } from '../../http/paginate.ts'
import {
  bool,
  emptyable,
  hash,
  integer,
  list,
  metadata,
  natural,
  oneOf,
  required,
  text,
  type Known,
} from '../../http/params.ts'
import { currencyCode } from '../../http/currency-param.ts'

/** Parameters of the subscription calls. Names that API version endive removed are missing, and so are refused. */

export const discounts = emptyable(list(hash({ coupon: text, discount: text, promotion_code: text })))
export const automaticTaxParam = hash({ enabled: required(bool) })
export const prorations = oneOf('always_invoice', 'create_prorations', 'none')

const newItem = hash({
  price: text,
  price_data: hash({
    currency: required(currencyCode),
    product: required(text),
    recurring: required(hash({ interval: required(oneOf('month', 'year')) })),
    unit_amount: required(natural),
  }),
} satisfies Known<Stripe.SubscriptionCreateParams.Item>)
export const changedItem = hash({ id: text, price: text } satisfies Known<Stripe.SubscriptionUpdateParams.Item>)

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
})

const addedItem = hash({
  discountable: bool,
  metadata,
  price_data: required(
    hash({
      currency: required(currencyCode),
      product: required(text),
      tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
      unit_amount: required(integer),
    } satisfies Known<Stripe.SubscriptionUpdateParams.AddInvoiceItem.PriceData>),
  ),
} satisfies Known<Stripe.SubscriptionUpdateParams.AddInvoiceItem>)

const shared = {
  automatic_tax: automaticTaxParam,
  default_payment_method: text,
  discounts,
  metadata,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
}

export const createParams = {
  ...shared,
  customer: required(text),
  items: list(newItem),
  payment_settings: hash({ save_default_payment_method: oneOf('off', 'on_subscription') }),
  trial_period_days: natural,
  trial_settings: hash({
    end_behavior: required(hash({ missing_payment_method: required(oneOf('cancel', 'create_invoice')) })),
  }),
} satisfies Known<Stripe.SubscriptionCreateParams>

export const updateParams = {
  ...shared,
  add_invoice_items: list(addedItem),
  cancel_at: emptyable(integer),
  cancel_at_period_end: bool,
  cancellation_details: cancellation,
  items: list(changedItem),
  proration_behavior: prorations,
  proration_date: integer,
} satisfies Known<Stripe.SubscriptionUpdateParams>

export const cancelParams = {
  cancellation_details: cancellation,
  invoice_now: bool,
  prorate: bool,
} satisfies Known<Stripe.SubscriptionCancelParams>

export const listParams = {
  ...paging,
  customer: text,
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
