import type Stripe from 'stripe'
import { log } from '../../system/log/log.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { passStoredFailures } from '../stripe/make-once.ts'
import { definiteRefusal } from '../stripe/stripe-problem.ts'
import type { TrialPromotion } from '../../db/billing/promised-promotions.ts'

const EXPAND = { expand: ['discounts'] }

/**
 * Gives the promised promotion to the subscription, beside the discounts that it has. A code that was used up or has
 * expired since gives its coupon. If Stripe refuses both, an operator is told, and credit keeps the promise.
 */
export async function attachPromotion(stripe: Stripe, promotion: TrialPromotion, id: string): Promise<void> {
  await passStoredFailures(async (nth) => {
    const subscription = await stripe.subscriptions.retrieve(id, EXPAND)
    if (!hasPromotion(subscription, promotion)) await tryEach(stripe, promotion, subscription, nth)
  })
}

async function tryEach(
  stripe: Stripe,
  { attempt_id, promotion_code, coupon }: TrialPromotion,
  { id, discounts }: Stripe.Subscription,
  nth: string,
): Promise<void> {
  const held = discounts.map((discount) => ({ discount: expandableId(discount) }))
  const since = held.at(-1)?.discount ?? ''
  for (const [kind, wish] of Object.entries({ code: { promotion_code }, coupon: { coupon: coupon.id } })) {
    try {
      const idempotencyKey = `${attempt_id}:promotion:${kind}:${since}${nth}`
      await stripe.subscriptions.update(id, { discounts: [...held, wish] }, { idempotencyKey })
      return
    } catch (error) {
      if (!definiteRefusal(error)) throw error
    }
  }
  log('error', 'promotion_not_attached', { subscription: id, promotion_code, coupon: coupon.id })
}

function hasPromotion({ discounts }: Stripe.Subscription, { promotion_code, coupon }: TrialPromotion): boolean {
  return discounts.some((given) => {
    const discount = expandedObject(given)
    const codes = [expandableId(discount?.promotion_code), expandableId(discount?.source.coupon)]
    return codes[0] === promotion_code || codes[1] === coupon.id
  })
}
