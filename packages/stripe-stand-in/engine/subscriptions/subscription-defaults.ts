import { wholeList } from '../../http/paginate.ts'
import type { Objects } from '../../store/stripe-objects.ts'

type Subscription = Objects['subscription']
type Wish = Pick<Subscription, 'id' | 'customer' | 'created' | 'currency' | 'status'> &
  Partial<Subscription> & { data: Subscription['items']['data'] }

/** A subscription with every field at its default. */
export function newSubscription({ data, ...wish }: Wish): Subscription {
  return {
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: wish.created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList(data, `/v1/subscription_items?subscription=${wish.id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: wish.created,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: 'create_invoice' } },
    trial_start: null,
    ...wish,
  }
}

export function withItems(subscription: Subscription, data: Subscription['items']['data']): Subscription {
  return { ...subscription, items: { ...subscription.items, data } }
}

/** All items of a subscription share one period here, so the first item's counts. */
export function periodOf({ items, created }: Subscription): { start: number; end: number } {
  const first = items.data[0]
  return { start: first?.current_period_start ?? created, end: first?.current_period_end ?? created }
}
