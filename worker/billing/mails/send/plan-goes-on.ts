import type { Ctx } from '../../../system/context/context.ts'
import { andLastChargeInWords } from '../../../contract/billing/last-charge.ts'
import { definiteRefusal } from '../../stripe/stripe-problem.ts'
import { subscriptionEndsAt } from '../../overview/subscription-end.ts'
import { dayFor, planFor } from './mail-material.ts'
import { bookedTerms, nextPaymentInWords, readNextPayment, renewalInWords, termsInWords } from './next-payment.ts'
import { readPlanAfterDeletion } from '../../../db/billing/user-subscriptions.ts'

/**
 * For the mail about an account that is back: when its plan renews and for how much, that it still ends, or that it has
 * ended since the deletion. Empty without a plan that Stripe bills. Throws if Stripe does not answer.
 */
export async function planGoesOnInWords(ctx: Ctx, user_id: string): Promise<string[]> {
  const found = await readPlanAfterDeletion(ctx, user_id)
  if (!found) return []
  const { user, held } = found
  const given = { ctx, stripe: await ctx.stripe(), user, held }
  if (held.ended_at !== null)
    return [`${planFor(given)} ended on ${dayFor(given, held.ended_at)}, and you won't be charged for it again.`]
  const next = await readNextPayment(given).catch((error: unknown) => {
    if (definiteRefusal(error)) return null
    throw error
  })
  const ends_at = subscriptionEndsAt(held)
  if (ends_at !== null) {
    const last = andLastChargeInWords(held, next?.charge ?? null)
    return [`${planFor(given)} still ends on ${dayFor(given, ends_at)}${last}`]
  }
  if (!next) return []
  const booked = bookedTerms(held)
  const change = booked
    ? `On ${dayFor(given, booked.at)} your plan changes to ${termsInWords(given, booked, held.currency, next)}. `
    : ''
  return [`${planFor(given)} goes on. ${change}${nextPaymentInWords(given, next)} ${renewalInWords(held, next)}`]
}
