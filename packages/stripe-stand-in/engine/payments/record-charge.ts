import type { Objects } from '../../store/stripe-objects.ts'
import type { Moment } from '../../store/change-object.ts'
import type { Decline } from './stripe-test-cards.ts'

type Charge = Objects['charge']
type Intent = Objects['payment_intent']

const nobody = { address: null, email: null, name: null, phone: null, tax_id: null }

/** Records one payment attempt: succeeded, or failed with the decline. */
export function recordCharge({ store, now }: Moment, intent: Intent, method: string, decline?: Decline): Charge {
  const id = store.id('ch')
  const paid = decline === undefined
  const charge: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? store.id('txn') : null,
    billing_details: { ...nobody, ...store.get('payment_method', method)?.billing_details },
    calculated_statement_descriptor: 'SWITCHYARD',
    captured: paid,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method,
    payment_method_details: detailsOf(store.get('payment_method', method)),
    receipt_email: null,
    receipt_number: null,
    receipt_url: paid ? `https://pay.stripe.com/receipts/payment/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
  store.put('charge', charge)
  store.emit(paid ? 'charge.succeeded' : 'charge.failed', charge)
  return charge
}

function outcomeOf(decline: Decline | undefined): Charge['outcome'] {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline === undefined ? 'approved_by_network' : 'declined_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message:
      decline === undefined ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
    type: decline === undefined ? 'authorized' : 'issuer_declined',
  }
}

function detailsOf(method: Objects['payment_method'] | undefined): Charge['payment_method_details'] {
  const card = method?.card
  if (!card) return { type: method?.type ?? 'card' }
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: null,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: null,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
