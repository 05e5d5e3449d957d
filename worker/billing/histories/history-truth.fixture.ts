import type { Objects } from '../../../packages/stripe-stand-in/index.ts'
import { expect } from 'vitest'
import { getMe } from '../../users/accounts/get-me.ts'
import { expectMailTruth } from './mail-truth.fixture.ts'
import { mailOnSchedule } from '../mails/mail-about-money.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { subscribe_attempts, subscriptions } from '../../db/schema/billing.ts'
import { creditIsRight } from './credit-truth.fixture.ts'
import { promisesKept } from './promise-truth.fixture.ts'
import { chargesAreWhatWasUsed, disputesEndedPlans } from './reversal-truth.fixture.ts'
import { oneTaxIdEach, taxIsPartOfTheSum } from './company-truth.fixture.ts'
import { customersOf, isLive, type Players } from './play-history.fixture.ts'
import type { BillingFixture } from '../testing/billing.fixture.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'

type Subscription = Objects['subscription']

/** Holds after every step: a user never has two subscriptions that are paid for or could still be. */
export function neverTwoSubscriptions(shop: BillingFixture, { users }: Players): void {
  for (const user of users) {
    const live = subscriptionsOf(shop, user).filter(({ status }) => isLive(status))
    expect(live.map(({ id, status }) => `${id} ${status}`).length, 'live subscriptions of one user').toBeLessThan(2)
  }
}

/** Runs webhooks, queue and schedule until nothing changes anymore. */
export async function untilQuiet(shop: BillingFixture): Promise<void> {
  shop.emulator.control.clearFaults()
  for (let round = 0; round < 3; round++) {
    // Longer than a lease, and longer than the queue needs for an event.
    shop.ctx.advance(11 * MINUTE)
    shop.emulator.control.tick()
    await shop.deliver()
    await reconcile(shop.ctx)
    await mailOnSchedule(shop.ctx)
    await shop.drain()
  }
}

/** Holds once nothing changes anymore. */
export async function expectTruth(shop: BillingFixture, all: Players): Promise<void> {
  neverTwoSubscriptions(shop, all)
  await everyChargeWasAskedFor(shop)
  upgradesChargedOnce(shop)
  await bookedAsAtStripe(shop, all)
  await trialsHadOnce(shop, all)
  await creditIsRight(shop)
  await chargesAreWhatWasUsed(shop)
  disputesEndedPlans(shop)
  await promisesKept(shop)
  await expectMailTruth(shop)
  taxIsPartOfTheSum(shop)
  await oneTaxIdEach(shop, all)
  for (const user of all.users) {
    const me = await getMe(await shop.as(user))
    expect(me?.tier, `tier of ${user.id}`).toBe(tierAtStripe(shop, user))
  }
}

/** Each attempt made at most one subscription, and each charge paid one invoice of one of them. */
async function everyChargeWasAskedFor({ ctx, emulator }: BillingFixture): Promise<void> {
  const asked = await ctx.db.select().from(subscribe_attempts)
  const made = emulator.store.all('subscription')
  for (const { id, metadata, status } of made) {
    const attempt = asked.find((each) => each.id === metadata['op'])
    expect(attempt, `the attempt behind ${id}`).toBeDefined()
    expect(attempt?.stripe_subscription_id ?? id).toBe(id)
    if (!isLive(status)) continue
    const waits = status === 'incomplete' || (status === 'trialing' && attempt?.state === 'awaiting')
    expect(attempt?.state, `the attempt behind ${id}, which is ${status}`).toBe(waits ? 'awaiting' : 'succeeded')
  }
  expect(new Set(made.map(({ metadata }) => metadata['op'])).size).toBe(made.length)
  for (const charge of emulator.store.all('charge', ({ paid }) => paid)) {
    const invoice = invoicesPaidBy(emulator, charge)
    expect(invoice, `what ${charge.id} paid`).toMatchObject([{ status: 'paid', amount_paid: charge.amount }])
    const subscription = String(invoice[0]?.parent?.subscription_details?.subscription)
    expect(made.map(({ id }) => id)).toContain(subscription)
  }
}

/** A booked change takes effect when a period ends, so each period pays for an upgrade at most once. */
function upgradesChargedOnce({ emulator }: BillingFixture): void {
  for (const { id } of emulator.store.all('subscription')) {
    const upgrades = emulator.store.all(
      'invoice',
      ({ status, parent, lines }) =>
        status !== 'void' &&
        parent?.subscription_details?.subscription === id &&
        lines.data.some((line) => line.amount < 0 && productOf(line) === 'prod_intermediate_pro') &&
        lines.data.some((line) => line.amount > 0 && productOf(line) === 'prod_pro'),
    )
    const periods = upgrades.map(({ lines }) => Math.max(...lines.data.map(({ period }) => period.end)))
    expect(new Set(periods).size, `upgrades that ${id} has paid in one period`).toBe(upgrades.length)
  }
}

/** A booked plan on the page is what a schedule at Stripe will do; no schedule is left without a plan. */
async function bookedAsAtStripe(shop: BillingFixture, { users }: Players): Promise<void> {
  const rows = await shop.ctx.db.select().from(subscriptions)
  for (const user of users) {
    for (const { id, schedule } of subscriptionsOf(shop, user).filter(({ status }) => isLive(status))) {
      const held = rows.find(({ stripe_subscription_id }) => stripe_subscription_id === id)
      const running = shop.emulator.store.get('subscription_schedule', schedule)
      const later = running?.phases.find(({ start_date }) => start_date === running.current_phase?.end_date)
      const booked = later && `price_${held?.next_plan ?? ''}_${held?.next_interval ?? ''}`
      expect(running === undefined || later !== undefined, `the schedule of ${id} plans something`).toBe(true)
      expect(later?.items[0]?.price, `the booked price of ${id}`).toBe(booked)
      expect(held?.next_plan_at ?? null).toBe(later ? later.start_date * 1000 : null)
    }
  }
}

function productOf({ pricing }: Objects['invoice']['lines']['data'][number]): string | undefined {
  return pricing?.price_details?.product
}

function invoicesPaidBy(
  { store }: BillingFixture['emulator'],
  { payment_intent }: Objects['charge'],
): Objects['invoice'][] {
  const payments = store.all('invoice_payment', ({ payment }) => payment.payment_intent === payment_intent)
  return payments.flatMap(({ invoice }) => store.get('invoice', String(invoice)) ?? [])
}

function invoicesOf({ store }: BillingFixture['emulator'], subscription: string): Objects['invoice'][] {
  return store.all('invoice', ({ parent }) => parent?.subscription_details?.subscription === subscription)
}

/** One trial per account and one per card, even across accounts (§9). */
async function trialsHadOnce(shop: BillingFixture, { users }: Players): Promise<void> {
  const trials = users.map((user) => subscriptionsOf(shop, user).filter(hadTrial))
  for (const had of trials) expect(had.length, 'trials of one user').toBeLessThan(2)
  const asked = await shop.ctx.db.select().from(subscribe_attempts)
  const cards = trials.flat().map(({ metadata }) => {
    // The card that started the trial; another card may pay by now.
    const begun = asked.find(({ id }) => id === metadata['op'])?.request.payment_method
    return shop.emulator.store.get('payment_method', begun ?? '')?.card?.fingerprint
  })
  expect(new Set(cards).size, 'trials of one card').toBe(cards.length)
}

function hadTrial({ trial_start, status, pending_setup_intent }: Subscription): boolean {
  return trial_start !== null && status !== 'incomplete_expired' && pending_setup_intent === null
}

/** The tier that is granted, computed again from Stripe's own objects. */
function tierAtStripe(shop: BillingFixture, user: { id: string }): string {
  const now = shop.ctx.now()
  const entitled = subscriptionsOf(shop, user).filter((subscription) => entitles(shop, subscription, now))
  const tiers = entitled.map(({ items }) => String(items.data[0]?.price.product).replace('prod_', ''))
  return tiers.includes('pro') ? 'pro' : (tiers[0] ?? 'free')
}

function entitles({ emulator }: BillingFixture, subscription: Subscription, now: number): boolean {
  if (invoicesOf(emulator, subscription.id).every(({ status }) => status === 'void')) return false
  if (subscription.status === 'active') return true
  if (subscription.status === 'trialing') return subscription.pending_setup_intent === null
  if (subscription.status !== 'past_due') return false
  const invoice = emulator.store.get('invoice', String(subscription.latest_invoice))
  const since = invoice?.status_transitions.finalized_at ?? invoice?.created ?? 0
  return now < since * 1000 + 14 * DAY
}

function subscriptionsOf({ emulator }: BillingFixture, user: { id: string }): Subscription[] {
  const customers = customersOf(emulator.store, user)
  return emulator.store.all('subscription', ({ customer }) => customers.includes(String(customer)))
}
