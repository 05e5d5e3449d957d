import { AppError } from '../../errors/app-error.ts'
import { idOf } from '../../stripe/expandable.ts'
import { stripeProblem, type StripeProblem } from '../../stripe/stripe-problem.ts'
import { hasPriceAlready, changeParams, type PriceChange } from './price-change.ts'

/** So many refusals of one card in a day, after which Stripe's memory of keys is waited for. */
const TRIES = 10

/**
 * Changes the price at Stripe once, however many tabs ask at the same time and whatever each was promised: the key names
 * what is there before, not the promise, so all of them send the same one, and Stripe lets one of them through. To the
 * others it says that the key is in use, or was used with other words: then it is looked up what came of that, and only
 * where nothing did is the next key tried. Nothing is charged where the card is refused or the bank would have to ask.
 * Throws what Stripe's client throws, `attempt_in_flight`.
 */
export async function changePriceOnce(change: PriceChange, proration_date: number): Promise<void> {
  for (let nth = 1; nth <= TRIES; nth++) {
    await tryOnce(change, proration_date, `${keyOf(change)}:${nth}`)
    if (await isDoneNow(change)) return
  }
  throw new AppError('payment_failed')
}

/** Each change makes an invoice, and another card is another try. */
function keyOf({ subscription, price }: PriceChange): string {
  const { id, latest_invoice, default_payment_method } = subscription
  const parts = [id, idOf(latest_invoice), idOf(default_payment_method), price.stripe_price_id]
  return `change:${parts.join(':')}`
}

/** Where the key has had its answer before, that one is no answer now: what is so is looked up either way. */
async function tryOnce(change: PriceChange, proration_date: number, idempotencyKey: string): Promise<void> {
  const { stripe, subscription } = change
  const wanted = { ...changeParams(change, proration_date), payment_behavior: 'error_if_incomplete' as const }
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
