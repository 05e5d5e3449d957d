/**
 * How we react to a Stripe event. `sync`: read its customer again. `alert`: also log an error for an operator; a
 * refund or warning takes nothing away on its own, because the subscription says whether the plan continues. A dispute
 * may end the plan (end-disputed-plan.ts).
 * `prices`: see which of our prices Stripe still sells. `nothing`: known and irrelevant; what a plan costs comes from our
 * own catalog.
 */
type Reaction = 'sync' | 'alert' | 'prices' | 'nothing'

const EVENTS: [Exclude<Reaction, 'nothing'>, string[]][] = [
  [
    'sync',
    [
      'customer.updated',
      'customer.deleted',
      'customer.discount.deleted',
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
      'customer.subscription.paused',
      'customer.subscription.resumed',
      'customer.subscription.trial_will_end',
      'customer.subscription.pending_update_applied',
      'customer.subscription.pending_update_expired',
      'subscription_schedule.aborted',
      'subscription_schedule.canceled',
      'subscription_schedule.completed',
      'subscription_schedule.created',
      'subscription_schedule.expiring',
      'subscription_schedule.released',
      'subscription_schedule.updated',
      'invoice.paid',
      'invoice.payment_failed',
      'invoice.payment_action_required',
      'invoice.voided',
      'invoice.marked_uncollectible',
      'setup_intent.succeeded',
      'setup_intent.setup_failed',
      'payment_method.attached',
      'payment_method.detached',
      'payment_method.updated',
      'payment_method.automatically_updated',
    ],
  ],
  [
    'alert',
    [
      'invoice.finalization_failed',
      'charge.refunded',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.closed',
      'radar.early_fraud_warning.created',
    ],
  ],
  ['prices', ['price.updated', 'price.deleted', 'product.updated', 'product.deleted']],
]

const OF_NO_CONSEQUENCE =
  /^(price|product|coupon|promotion_code|plan|charge|refund|payment_intent|setup_intent|invoice|invoiceitem|invoice_payment|customer\.(created|discount)|test_helpers)\b/

/** Null for an unknown event type. */
export function reactionTo(type: string): Reaction | null {
  const [reaction] = EVENTS.find(([, types]) => types.includes(type)) ?? []
  return reaction ?? (OF_NO_CONSEQUENCE.test(type) ? 'nothing' : null)
}

/** The event types to list, and to select for the webhook endpoint. */
export const WATCHED_EVENTS = EVENTS.flatMap(([, types]) => types)
