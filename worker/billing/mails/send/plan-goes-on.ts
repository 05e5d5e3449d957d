import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../../context/context.ts'
import { users } from '../../../db/schema/accounts.ts'
import { isLiveAtStripe, subscriptions } from '../../../db/schema/billing.ts'
import { definiteRefusal } from '../../../stripe/stripe-problem.ts'
import { subscriptionEndsAt } from '../../overview/subscription-end.ts'
import { dayFor, planFor } from './mail-material.ts'
import { bookedTerms, nextPaymentInWords, readNextPayment, renewalInWords, termsInWords } from './next-payment.ts'

/**
 * For a mail about the account: when the user's plan renews and for how much, or that it still ends. Empty without a
 * plan that Stripe bills. Throws if Stripe does not answer.
 */
export async function planGoesOnInWords(ctx: Ctx, user_id: string): Promise<string[]> {
  const [found] = await ctx.db
    .select({ user: users, held: subscriptions })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .where(and(eq(users.id, user_id), isLiveAtStripe(subscriptions)))
    .orderBy(desc(subscriptions.created_at))
    .limit(1)
  if (!found) return []
  const { user, held } = found
  const given = { ctx, stripe: await ctx.stripe(), user, held }
  const ends_at = subscriptionEndsAt(held)
  if (ends_at !== null)
    return [`${planFor(given)} still ends on ${dayFor(given, ends_at)}, and you won't be charged again.`]
  const next = await readNextPayment(given).catch((error: unknown) => {
    if (definiteRefusal(error)) return null
    throw error
  })
  if (!next) return []
  const booked = bookedTerms(held)
  const change = booked
    ? `On ${dayFor(given, booked.at)} your plan changes to ${termsInWords(given, booked, held.currency, next)}. `
    : ''
  return [`${planFor(given)} goes on. ${change}${nextPaymentInWords(given, next)} ${renewalInWords(held, next)}`]
}
