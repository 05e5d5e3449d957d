import type { MoneyMailKind } from '../../../contract/billing/money-mail.ts'
import type { MailJob } from '../../../contract/jobs/jobs.ts'
import { money_mails } from '../../../db/schema/money-mails.ts'
import type { BillingFixture } from '../../testing/billing.fixture.ts'
import { mailOnSchedule } from '../mail-about-money.ts'

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
