/**
 * How we react to a Stripe event. `sync`: read its customer again. `alert`: also log an error for an operator; a
 * refund or warning takes nothing away on its own, because the subscription says whether the plan continues. A dispute
 * may end the plan (end-disputed-plan.ts).
 * `prices`: see which of our prices Stripe still sells. `nothing`: known and irrelevant; what a plan costs comes from our
 * own catalog.
 */
type Reaction = 'sync' | 'alert' | 'prices' | 'nothing'

const REACTIONS: Record<string, Reaction> = {
  'customer.created': 'nothing',
  'customer.updated': 'sync',
  'customer.deleted': 'sync',
  'customer.discount.deleted': 'sync',
  'customer.subscription.created': 'sync',
  'customer.subscription.updated': 'sync',
  'customer.subscription.deleted': 'sync',
  'customer.subscription.paused': 'sync',
  'customer.subscription.resumed': 'sync',
  'customer.subscription.trial_will_end': 'sync',
  'customer.subscription.pending_update_applied': 'sync',
  'customer.subscription.pending_update_expired': 'sync',
  'subscription_schedule.aborted': 'sync',
  'subscription_schedule.canceled': 'sync',
  'subscription_schedule.completed': 'sync',
  'subscription_schedule.created': 'sync',
  'subscription_schedule.expiring': 'sync',
  'subscription_schedule.released': 'sync',
  'subscription_schedule.updated': 'sync',
  'invoice.paid': 'sync',
  'invoice.payment_failed': 'sync',
  'invoice.payment_action_required': 'sync',
  'invoice.voided': 'sync',
  'invoice.marked_uncollectible': 'sync',
  'invoice.finalization_failed': 'alert',
  'setup_intent.succeeded': 'sync',
  'setup_intent.setup_failed': 'sync',
  'payment_method.attached': 'sync',
  'payment_method.detached': 'sync',
  'payment_method.updated': 'sync',
  'payment_method.automatically_updated': 'sync',
  'charge.refunded': 'alert',
  'refund.failed': 'alert',
  'charge.dispute.created': 'alert',
  'charge.dispute.closed': 'alert',
  'radar.early_fraud_warning.created': 'alert',
  'price.updated': 'prices',
  'price.deleted': 'prices',
  'product.updated': 'prices',
  'product.deleted': 'prices',
}

const OF_NO_CONSEQUENCE =
  /^(price|product|coupon|promotion_code|plan|charge|refund|payment_intent|setup_intent|invoice|invoiceitem|invoice_payment|customer\.discount|test_helpers)\b/

/** Null for an unknown event type. */
export function reactionTo(type: string): Reaction | null {
  return (Object.hasOwn(REACTIONS, type) && REACTIONS[type]) || (OF_NO_CONSEQUENCE.test(type) ? 'nothing' : null)
}

/** The event types to list, and to select for the webhook endpoint. */
export const WATCHED_EVENTS = Object.keys(REACTIONS).filter((type) => REACTIONS[type] !== 'nothing')
