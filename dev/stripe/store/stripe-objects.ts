import type Stripe from 'stripe'

/** How the SDK shows a decimal; on the wire it is a string. */
type DecimalObject = NonNullable<Stripe.Price['unit_amount_decimal']>

type Value<T> = T extends DecimalObject
  ? string
  : T extends (infer Item)[]
    ? Value<Unexpanded<Item>>[]
    : T extends object
      ? Stored<T>
      : T

/** A field that is an id or, expanded, an object: here it is the id. */
type Unexpanded<V> = string extends V ? Exclude<V, object> : V

/** One of Stripe's objects as it is kept and sent: ids in place of what a request may expand, decimals as strings. */
export type Stored<T> = { [Key in keyof T]: Value<Unexpanded<T[Key]>> }

export type EventType = Stripe.Event['type']
/** Stripe.Event without its union of 250 types, which only readers need. */
export type EventObject = Omit<Stored<Stripe.EventBase>, 'type' | 'data'> & {
  object: 'event'
  type: EventType
  data: { object: object; previous_attributes?: object }
}

/** Every kind of object that the emulator keeps, by what Stripe writes into `object`. */
export type Objects = {
  customer: Stored<Stripe.Customer>
  payment_method: Stored<Stripe.PaymentMethod>
  product: Stored<Stripe.Product>
  price: Stored<Stripe.Price>
  coupon: Stored<Stripe.Coupon>
  promotion_code: Stored<Stripe.PromotionCode>
  discount: Stored<Stripe.Discount>
  subscription: Stored<Stripe.Subscription>
  subscription_item: Stored<Stripe.SubscriptionItem>
  invoice: Stored<Stripe.Invoice>
  invoiceitem: Stored<Stripe.InvoiceItem>
  invoice_payment: Stored<Stripe.InvoicePayment>
  payment_intent: Stored<Stripe.PaymentIntent>
  setup_intent: Stored<Stripe.SetupIntent>
  charge: Stored<Stripe.Charge>
  refund: Stored<Stripe.Refund>
  dispute: Stored<Stripe.Dispute>
  'radar.early_fraud_warning': Stored<Stripe.Radar.EarlyFraudWarning>
  event: EventObject
  webhook_endpoint: Stored<Stripe.WebhookEndpoint>
  'test_helpers.test_clock': Stored<Stripe.TestHelpers.TestClock>
}
export type Kind = keyof Objects

/** What Stripe knows of an object and never shows. */
export type Hidden = {
  /** The number of a payment method's card. */
  card?: string
  /** Whether a payment method was detached: it may not be used again. */
  detached?: boolean
  /** The signing secret of a webhook endpoint. */
  secret?: string
  /** Whether a payment method was set up for payments without its holder. */
  set_up?: boolean
  /** The end of the trial of which a subscription's customer was warned. */
  trial_warned?: number
  /** While a subscription is being created: its changes are no events yet. */
  unborn?: boolean
}

/** All that the emulator remembers: plain JSON, so that it can be kept in a file. */
export type State = {
  objects: { [K in Kind]?: Record<string, Objects[K]> }
  /** Ids of deleted objects, by kind: a deleted customer still answers, as deleted. */
  deleted: { [K in Kind]?: string[] }
  hidden: Record<string, Hidden>
  /** Answers by idempotency key. */
  answers: Record<string, Answered>
  /** How far Stripe's clock is ahead of the real one, in ms. */
  ahead: number
}

/** An answer kept for its idempotency key; `at` in ms. */
export type Answered = { at: number; path: string; params: string; status: number; body: string; requestId: string }

export function emptyState(): State {
  return { objects: {}, deleted: {}, hidden: {}, answers: {}, ahead: 0 }
}
