import { change, named } from '../../store/change-object.ts'
import { cardByNumber, fingerprintOf } from './stripe-test-cards.ts'
import { invalidRequest, missing, StripeApiError } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { cardOfAlias, withoutNumber, type GivenCard } from './read-card.ts'

type Method = Objects['payment_method']
type Card = NonNullable<Method['card']>
export type BillingDetails = Method['billing_details']

const nobody: BillingDetails = { address: null, email: null, name: null, phone: null, tax_id: null }

/** Stores a card without a customer. */
export function newCard(
  store: ObjectStore,
  given: GivenCard,
  more: { billing_details?: Partial<BillingDetails> } = {},
): Method {
  const id = store.id('pm')
  const method: Method = {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...nobody, ...more.billing_details },
    card: shown(given),
    created: store.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  store.hide(id, { card: given.card.number })
  return store.put('payment_method', method)
}

/** The stored payment method, or a new card for a documented id such as `pm_card_visa`. */
export function findMethod(store: ObjectStore, id: string): Method {
  const found = store.get('payment_method', id)
  if (found) return found
  const card = id.startsWith('pm_card_') ? cardOfAlias(id.slice('pm_card_'.length)) : undefined
  if (!card) throw missing('payment_method', id, 'payment_method')
  return newCard(store, withoutNumber(card, store.now()))
}

/** Attaches the card to the customer. 402 if the bank refuses it at once; then nothing is attached. */
export function attachMethod(store: ObjectStore, method: Method, customer: string): Method {
  named(store, 'customer', customer, 'customer')
  if (method.customer === customer) return method
  if (method.customer) {
    throw invalidRequest(
      'This payment method has already been attached to a customer. You must detach it before attaching it to another.',
      { code: 'payment_method_unexpected_state' },
    )
  }
  if (store.hidden(method.id).detached) throw usedUp()
  const refusal = cardByNumber(store.hidden(method.id).card ?? '')?.dead
  if (refusal) throw new StripeApiError(402, { type: 'card_error', ...refusal })
  const attached = store.put('payment_method', { ...method, customer })
  store.emit('payment_method.attached', attached)
  return attached
}

/** Detaches the card for good, and removes it as a default. */
export function detachMethod(store: ObjectStore, method: Method): Method {
  const { customer } = method
  if (!customer) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  }
  store.hide(method.id, { detached: true })
  const detached = store.put('payment_method', { ...method, customer: null })
  const owner = store.get('customer', customer)
  forgetDefault(store, method.id)
  if (owner?.invoice_settings.default_payment_method === method.id) {
    const invoice_settings = { ...owner.invoice_settings, default_payment_method: null }
    const changed = store.put('customer', { ...owner, invoice_settings })
    store.emit('customer.updated', changed, { invoice_settings: { default_payment_method: method.id } })
  }
  store.emit('payment_method.detached', detached, { customer })
  return detached
}

/** Assumed: also removes the card from subscriptions, so that the customer's default pays from then on. */
function forgetDefault(store: ObjectStore, method: string): void {
  for (const each of store.all('subscription', (stored) => stored.default_payment_method === method)) {
    change(store, 'subscription', each.id, { default_payment_method: null }, 'customer.subscription.updated')
  }
}

function shown({ card, exp_month, exp_year }: GivenCard): Card {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
    country: 'US',
    display_brand: card.brand,
    exp_month,
    exp_year,
    fingerprint: fingerprintOf(card.number),
    funding: card.funding,
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

function usedUp() {
  return invalidRequest(
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    { code: 'payment_method_unexpected_state' },
  )
}
