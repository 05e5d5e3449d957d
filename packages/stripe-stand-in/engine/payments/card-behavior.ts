import { StripeApiError } from '../../store/stripe-api-error.ts'
import { findMethod } from './stored-card.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { change, named } from '../../store/change-object.ts'
import { cardByNumber } from './stripe-test-cards.ts'
import type { TestCard } from './stripe-test-cards.ts'

/** Which card pays, how it behaves, and whether it was set up for off-session payments. */

type Subscription = Objects['subscription']

const plain: TestCard = {
  number: '',
  alias: '',
  brand: 'visa',
  funding: 'credit',
  authentication: 'never',
}

/** A payment method without a test number, such as a wallet's, just works. */
export function cardOf(store: ObjectStore, paymentMethod: string): TestCard {
  return cardByNumber(store.hidden(paymentMethod).card ?? '') ?? plain
}

/** Stripe's order: the subscription's own card, then the customer's default; a detached card cannot pay. */
export function payingMethod(
  store: ObjectStore,
  customer: string,
  subscription: Pick<Subscription, 'default_payment_method'> | null,
): string | null {
  const own = subscription?.default_payment_method ?? null
  const usual = store.get('customer', customer)?.invoice_settings.default_payment_method ?? null
  return [own, usual].find((id) => isAttached(store, id, customer)) ?? null
}

export function isAttached(store: ObjectStore, id: string | null, customer: string | null): boolean {
  return customer !== null && store.get('payment_method', id)?.customer === customer
}

/** The use of a card, for a payment or for saving it, and by whom. `intent` is shown in a refusal. */
type CardUse = {
  customer: string | null
  on: 'PaymentIntent' | 'SetupIntent' | 'Invoice'
  intent?: { payment_intent: object } | { setup_intent: object }
}

/**
 * The card that `payment_method` names: a stored card, or a documented one such as `pm_card_visa`. 400 for a card of
 * another customer.
 */
export function namedMethod(store: ObjectStore, id: string, use: CardUse): string {
  if (id.startsWith('pm_card_')) return findMethod(store, id).id
  const { customer: owner } = named(store, 'payment_method', id, 'payment_method')
  if (!owner || owner === use.customer) return id
  const message =
    use.customer === null
      ? `The payment method supplied (${id}) belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the ${use.on}.`
      : `The PaymentMethod ${id} does not belong to the Customer you supplied ${use.customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`
  throw new StripeApiError(400, { type: 'invalid_request_error', message, param: 'payment_method', ...use.intent })
}

/** 400 if the payment method is not attached to this customer. */
export function requireAttached(store: ObjectStore, customer: string, id: string, param: string): void {
  const method = named(store, 'payment_method', id, param)
  if (method.customer === customer) return
  throw new StripeApiError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
  })
}

/** Attaches the card that a successful payment or setup used. */
export function keepMethod(store: ObjectStore, id: string, customer: string | null, setUp: boolean): void {
  if (setUp) store.hide(id, { set_up: true })
  const method = store.get('payment_method', id)
  if (customer === null || method === undefined || method.customer) return
  const attached = change(store, 'payment_method', id, { customer })
  store.emit('payment_method.attached', attached)
}

type Refusal = { code?: string; decline_code?: string; message?: string; charge?: string; payment_method?: object }

/** 402 (the SDK's StripeCardError) from an intent's last error. */
export function cardError(
  refusal: Refusal,
  intent: { payment_intent?: object; setup_intent?: object } = {},
): StripeApiError {
  const { code = 'card_declined', message = 'Your card was declined.', decline_code, charge, payment_method } = refusal
  return new StripeApiError(402, {
    type: 'card_error',
    code,
    message,
    ...(decline_code !== undefined && { decline_code }),
    ...(charge !== undefined && { charge }),
    ...(payment_method !== undefined && { payment_method }),
    ...intent,
  })
}
