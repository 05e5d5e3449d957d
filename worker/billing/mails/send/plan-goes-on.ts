import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { andLastChargeInWords } from '../../../contract/billing/last-charge.ts'
import { users } from '../../../db/schema/accounts.ts'
import { isLiveAtStripe, subscriptions } from '../../../db/schema/billing.ts'
import { security_events } from '../../../db/schema/security.ts'
import { definiteRefusal } from '../../stripe/stripe-problem.ts'
import { subscriptionEndsAt } from '../../overview/subscription-end.ts'
import { dayFor, planFor } from './mail-material.ts'
import { bookedTerms, nextPaymentInWords, readNextPayment, renewalInWords, termsInWords } from './next-payment.ts'

/**
 * For the mail about an account that is back: when its plan renews and for how much, that it still ends, or that it has
 * ended since the deletion. Empty without a plan that Stripe bills. Throws if Stripe does not answer.
 */
export async function planGoesOnInWords(ctx: Ctx, user_id: string): Promise<string[]> {
  const [found] = await ctx.db
    .select({ user: users, held: subscriptions })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.user_id))
    .where(and(eq(users.id, user_id), or(isLiveAtStripe(subscriptions), hasEndedInDeletion(user_id))))
    .orderBy(asc(subscriptions.ended_at), desc(subscriptions.created_at))
    .limit(1)
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

/** Stripe's moments are whole seconds. */
function hasEndedInDeletion(user_id: string) {
  const { kind, created_at } = security_events
  const deleted = sql`(select max(${created_at}) / 1000 from ${security_events}
    where ${security_events.user_id} = ${user_id} and ${kind} = 'account_deleted')`
  return and(eq(subscriptions.payment_type, 'stripe'), sql`${subscriptions.ended_at} / 1000 >= ${deleted}`)
}
