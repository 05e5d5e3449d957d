import { change } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import { hour } from '../amounts/billing-periods.ts'
import { cardByFingerprint } from './stripe-test-cards.ts'

type Charge = Objects['charge']
type Refund = Objects['refund']

/** Stripe's test cards for refunds answer "some time later". */
const ANSWERS_AFTER = hour

/** Refunds part of a charge. By its card the refund stays pending for an hour, or fails after one. */
export function refundCharge(
  { store, now }: Moment,
  charge: Charge,
  { amount, metadata }: Pick<Refund, 'amount' | 'metadata'>,
): Refund {
  const method = store.get('payment_method', charge.payment_method)
  const behavior = cardByFingerprint(method?.card?.fingerprint)?.refund
  const made: Refund = {
    id: store.id('re'),
    object: 'refund',
    amount,
    balance_transaction: store.id('txn'),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(behavior === 'pending' && { pending_reason: 'processing' }),
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behavior === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  store.put('refund', made)
  if (behavior) store.hide(made.id, { refund_answered_at: now + ANSWERS_AFTER })
  moveRefunded({ store, now }, charge, amount)
  store.emit('refund.created', made)
  return made
}

/** The bank's late answer. A failed refund's money goes back to the account, and counts as refunded no more. */
export function answerRefund(moment: Moment, { id, status, amount, charge }: Refund): void {
  const { store } = moment
  store.hide(id, { refund_answered_at: null })
  if (status === 'pending') {
    const { pending_reason: _, ...before } = store.require('refund', id)
    const done = store.put('refund', { ...before, status: 'succeeded' })
    store.emit('refund.updated', done, { status })
    store.emit('charge.refund.updated', done, { status })
    return
  }
  const failed = change(
    store,
    'refund',
    id,
    { status: 'failed', failure_reason: 'expired_or_canceled_card', failure_balance_transaction: store.id('txn') },
    'refund.updated',
  )
  moveRefunded(moment, store.require('charge', charge ?? ''), -amount)
  store.emit('charge.refund.updated', failed, { status })
  store.emit('refund.failed', failed)
}

function moveRefunded({ store }: Moment, { id, amount_refunded: before, amount_captured }: Charge, amount: number) {
  const amount_refunded = before + amount
  const patch = { amount_refunded, refunded: amount_refunded === amount_captured }
  change(store, 'charge', id, patch, amount > 0 ? 'charge.refunded' : 'charge.updated')
}
