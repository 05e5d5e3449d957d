import { releaseSchedule } from '../subscription-schedule/release-from-schedule.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { expandableId } from '../stripe/expandable.ts'
import { stripeProblem, type StripeProblem } from '../stripe/stripe-problem.ts'
import { takesBackInChange } from './take-back.ts'
import { hasPriceAlready, changeParams, type PriceChange } from './price-change.ts'

/** Tries per card until Stripe forgets the idempotency keys after a day. */
const TRIES = 10

/**
 * Changes the price at Stripe once, however many tabs ask at the same time. The idempotency key names the state before
 * the change, not the promised amount, so all tabs send the same key and Stripe lets one through. A tab whose key was
 * used looks up the result, and tries the next key only if nothing changed. Charges nothing if the card is declined or
 * needs authentication. `taken_back`: cents of credit for a payment that was refunded or is disputed. Takes back a booked
 * change first. Throws what Stripe's client throws, and `attempt_in_flight`.
 */
export async function changePriceOnce(change: PriceChange, proration_date: number, taken_back = 0): Promise<void> {
  await releaseSchedule(change.stripe, change.subscription)
  for (let nth = 1; nth <= TRIES; nth++) {
    await tryOnce(change, { proration_date, taken_back }, `${keyOf(change)}:${nth}`)
    if (await isDoneNow(change)) return
  }
  throw new AppError('payment_failed')
}

/** The latest invoice tells changes apart; another card is another try. */
function keyOf({ subscription, price }: PriceChange): string {
  const { id, latest_invoice, default_payment_method } = subscription
  const parts = [id, expandableId(latest_invoice), expandableId(default_payment_method), price.stripe_price_id]
  return `change:${parts.join(':')}`
}

/** Ignores a replayed response, because the caller reads the subscription afterwards anyway. */
async function tryOnce(
  change: PriceChange,
  { proration_date, taken_back }: { proration_date: number; taken_back: number },
  idempotencyKey: string,
): Promise<void> {
  const { stripe, subscription } = change
  const wanted = {
    ...changeParams(change, proration_date),
    ...takesBackInChange(change, taken_back),
    ...change.tax,
    payment_behavior: 'error_if_incomplete' as const,
  }
  try {
    await stripe.subscriptions.update(subscription.id, wanted, { idempotencyKey })
  } catch (error) {
    const problem = stripeProblem(error)
    if (problem && isBusy(problem)) throw new AppError('attempt_in_flight', { cause: error })
    if (!problem || !wasUsed(problem)) throw error
  }
}

function isBusy({ status, code }: StripeProblem): boolean {
  return status === 409 || code === 'lock_timeout'
}

function wasUsed({ type, replayed }: StripeProblem): boolean {
  return replayed || type === 'StripeIdempotencyError'
}

async function isDoneNow({ stripe, subscription, price }: PriceChange): Promise<boolean> {
  return hasPriceAlready({ subscription: await stripe.subscriptions.retrieve(subscription.id), price })
}
