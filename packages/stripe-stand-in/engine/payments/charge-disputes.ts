import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { day } from '../amounts/billing-periods.ts'
import type { TestCard } from './stripe-test-cards.ts'
import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'

type Charge = Objects['charge']
type Dispute = Objects['dispute']

/** Disputes a charge of a card that always is. */
export function followCharge(moment: Moment, charge: Charge, card: TestCard): void {
  if (card.disputes) openDispute(moment, charge)
}

const evidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** Of what was not refunded. The cardholder has the money until the dispute is won. */
export function openDispute({ store, now }: Moment, charge: Charge): Dispute {
  const dispute: Dispute = {
    id: store.id('dp'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: now + 9 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
  change(store, 'charge', charge.id, { disputed: true }, 'charge.updated')
  store.put('dispute', dispute)
  store.emit('charge.dispute.created', dispute)
  return dispute
}

/** Without a response the cardholder keeps the money; evidence may win it back. */
export function closeDispute({ store }: Moment, dispute: Dispute, status: 'won' | 'lost'): Dispute {
  if (dispute.status !== 'needs_response') throw invalidRequest('This dispute is already closed.')
  const closed = change(store, 'dispute', dispute.id, { status })
  store.emit('charge.dispute.closed', closed)
  return closed
}
