import type { MoneyMailKind } from '../../contract/billing/money-mail.ts'
import type { MailJob } from '../../contract/jobs/jobs.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { money_mails } from '../../db/schema/money-mails.ts'
import { cancelPlan } from '../change-plan/cancel-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { aBillingFixture, anOrder, type BillingFixture, type Card } from '../testing/billing.fixture.ts'
import type { Subscriber } from '../testing/subscribed-user.fixture.ts'
import { mailOnSchedule } from './mail-about-money.ts'

const PAYING = { trial_used_at: 1 }

/** A buyer whose checkout has ended, and whose mails have gone out. */
export async function aBuyer(given: { trial?: boolean; card?: Card; promo_code?: string; timezone?: string } = {}) {
  const { trial = false, timezone = null, ...order } = given
  const shop = await aBillingFixture()
  const user = await shop.customer({ ...(!trial && PAYING), timezone, login: 'ada' })
  const answer = await subscribe(await shop.as(user), await anOrder(shop, { ...order, trial })).catch(() => null)
  await live(shop, MINUTE)
  return { shop, user, answer }
}

/** Cancels the plan at its last day, as its user. */
export async function cancelAtLastDay(world: Pick<Subscriber, 'shop'> & { user: { id: string } }) {
  const me = await world.shop.as(world.user)
  const { plan } = await readBilling(me)
  await cancelPlan(me, { last_day: plan?.last_day ?? null })
}

/** The id of the customer's newest charge. */
export async function newestCharge({ shop, customer }: Subscriber): Promise<string> {
  const { data } = await shop.stripe.charges.list({ customer })
  return data[0]?.id ?? ''
}

/** Moves the clock by whole steps, and runs Stripe, webhooks, queue and schedule after each. */
export async function live(shop: BillingFixture, ms: number, step = ms): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    shop.wait(Math.min(step, ms - passed))
    await shop.deliver()
    await mailOnSchedule(shop.ctx)
    await shop.drain()
  }
}

/** The mails that went out, in their order: all, or those of a kind. */
export function mails({ mailed }: BillingFixture, kind?: MoneyMailKind): MailJob[] {
  return [...mailed.values()].filter(({ template }) => kind === undefined || template === kind)
}

export function kinds(shop: BillingFixture): string[] {
  return mails(shop).map(({ template }) => template)
}

/** Each noted mail, as "kind outcome", sorted. */
export async function noted({ ctx }: BillingFixture): Promise<string[]> {
  const rows = await ctx.db.select().from(money_mails)
  return rows.map(({ kind, outcome }) => `${kind} ${outcome ?? 'open'}`).toSorted()
}
