import type Stripe from 'stripe'

/** The SDK's decimal type; on the wire it is a string. */
type DecimalObject = NonNullable<Stripe.Price['unit_amount_decimal']>

type Value<T> = T extends DecimalObject
  ? string
  : T extends (infer Item)[]
    ? Value<Unexpanded<Item>>[]
    : T extends object
      ? StoredObject<T>
      : T

/** An expandable field, stored as its id. */
type Unexpanded<V> = string extends V ? Exclude<V, object> : V

/** A Stripe object as stored and sent: ids in place of expandable objects, and decimals as strings. */
type StoredObject<T> = { [Key in keyof T]: Value<Unexpanded<T[Key]>> }

export type EventType = Stripe.Event['type']
/** Stripe.Event without its union of 250 types. */
export type EventObject = Omit<StoredObject<Stripe.EventBase>, 'type' | 'data'> & {
  object: 'event'
  type: EventType
  data: { object: object; previous_attributes?: object }
}

/** Every kind of object in the emulator, by its `object` value. */
export type Objects = {
  customer: StoredObject<Stripe.Customer>
  customer_balance_transaction: StoredObject<Stripe.CustomerBalanceTransaction>
  tax_id: StoredObject<Stripe.TaxId>
  payment_method: StoredObject<Stripe.PaymentMethod>
  payment_method_domain: StoredObject<Stripe.PaymentMethodDomain>
  product: StoredObject<Stripe.Product>
  price: StoredObject<Stripe.Price>
  coupon: StoredObject<Stripe.Coupon>
  promotion_code: StoredObject<Stripe.PromotionCode>
  discount: StoredObject<Stripe.Discount>
  subscription: StoredObject<Stripe.Subscription>
  subscription_schedule: StoredObject<Stripe.SubscriptionSchedule>
  subscription_item: StoredObject<Stripe.SubscriptionItem>
  invoice: StoredObject<Stripe.Invoice>
  invoiceitem: StoredObject<Stripe.InvoiceItem>
  invoice_payment: StoredObject<Stripe.InvoicePayment>
  payment_intent: StoredObject<Stripe.PaymentIntent>
  setup_intent: StoredObject<Stripe.SetupIntent>
  charge: StoredObject<Stripe.Charge>
  refund: StoredObject<Stripe.Refund>
  dispute: StoredObject<Stripe.Dispute>
  event: EventObject
  webhook_endpoint: StoredObject<Stripe.WebhookEndpoint>
  'test_helpers.test_clock': StoredObject<Stripe.TestHelpers.TestClock>
}
export type Kind = keyof Objects

/** The parts of an object that Stripe stores but never shows. */
export type Hidden = {
  /** The number of a payment method's card. */
  card?: string
  /** Whether a payment method was detached: it may not be used again. */
  detached?: boolean
  /** When a refund's bank answers: it succeeds or fails then (s). */
  refund_answered_at?: number | null
  /** The signing secret of a webhook endpoint. */
  secret?: string
  /** Whether a payment method was set up for off-session payments. */
  set_up?: boolean
  /** The trial end for which `trial_will_end` was sent. */
  trial_warned?: number
  /** Set while a subscription is being created, so that its changes send no events. */
  unborn?: boolean
}

/** The emulator's state as plain JSON, so that it can be stored in a file. */
export type EmulatorState = {
  objects: { [K in Kind]?: Record<string, Objects[K]> }
  /** Ids of deleted objects, by kind: a deleted customer still answers, as deleted. */
  deleted: { [K in Kind]?: string[] }
  hidden: Record<string, Hidden>
  /** Responses by idempotency key. */
  answers: Record<string, Answered>
  /** How far Stripe's clock is ahead of the real one, in ms. */
  ahead: number
  afterVoid?: AfterVoid
  onceOverTrial?: OnceOverTrial
}

/** The fate of an incomplete subscription whose first invoice is voided; Stripe does not document it. */
export type AfterVoid = 'expires' | 'waits' | 'activates'

/** The effect of a trial's $0 invoice on a `once` coupon; Stripe does not document it. */
export type OnceOverTrial = 'kept' | 'consumed'

/** A response stored for its idempotency key; `at` in ms. */
export type Answered = { at: number; path: string; params: string; status: number; body: string; requestId: string }

export function emptyState(): EmulatorState {
  return { objects: {}, deleted: {}, hidden: {}, answers: {}, ahead: 0, afterVoid: 'expires', onceOverTrial: 'kept' }
}
