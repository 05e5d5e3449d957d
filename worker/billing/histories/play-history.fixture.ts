import { Stripe } from 'stripe'
import { AppError } from '../../system/errors/app-error.ts'
import type { TestCtx } from '../../testing/test-ctx.ts'
import { cancelPlan, resumePlan } from '../change-plan/cancel-plan.ts'
import { bookChange, revokeChange } from '../booked-change/book-change.ts'
import { previewChange } from '../booked-change/preview-change.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { validatePromo } from '../offer/validate-promo.ts'
import { readBilling } from '../overview/read-billing.ts'
import { readSubscription } from '../subscribe/read-subscription.ts'
import { mailOnSchedule } from '../mails/mail-about-money.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { changeCompany, PLACE } from './company-steps.fixture.ts'
import type { Step } from './history-steps.fixture.ts'
import { takesBackWhatIsLost } from './reversal-truth.fixture.ts'
import { bankDecides } from '../testing/reversed-payments.fixture.ts'
import { aCard, anOrder, atStripe, type BillingFixture } from '../testing/billing.fixture.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { MINUTE } from '../../contract/shared/durations.ts'

/** Cents. */
const GIFT = 500

/** The last deeds of each user; a repeated submit or a bank's answer refers to them. */
type Memory = { order?: Awaited<ReturnType<typeof anOrder>>; key?: string; subscription?: string }
export type Players = { users: { id: string }[]; memory: Memory[] }

export async function aHistoryFixture(shop: BillingFixture): Promise<Players> {
  // The schedule has run before, as it always has, so that it knows since when events may be missing.
  await reconcile(shop.ctx)
  return {
    users: [await shop.customer(), await shop.customer(), await shop.customer({ trial_used_at: 1 })],
    memory: [],
  }
}

/** Plays a step. A refusal by the product is fine; any other error fails the test, unless the step was to crash. */
export async function playHistory(shop: BillingFixture, all: Players, given: Step): Promise<void> {
  if (given.dies) shop.io.dieAt(given.dies)
  try {
    await act(shop, all, given)
  } catch (error) {
    if (!(error instanceof AppError) && !given.dies) throw error
  } finally {
    shop.io.revive()
  }
}

async function act(shop: BillingFixture, all: Players, given: Step): Promise<void> {
  const { ctx, emulator } = shop
  switch (given.kind) {
    case 'Stripe fails':
      return emulator.control.fail({ kind: given.how, on: given.on })
    case 'webhooks':
      emulator.control.webhooks.mode(given.mode)
      await emulator.control.webhooks.deliver()
      return emulator.control.webhooks.mode('hold')
    case 'queue':
      return shop.drain()
    case 'schedule':
      await reconcile(ctx)
      await mailOnSchedule(ctx)
      return
    case 'campaign':
      return letCampaignRun(shop, given.runs)
    case 'time':
      return passTime(shop, given.ms)
    default:
      return actAs(shop, all, given, await shop.as(userOf(all, given.who)))
  }
}

type PersonalStep = Extract<Step, { who: number }>

async function actAs(shop: BillingFixture, all: Players, given: PersonalStep, me: TestCtx): Promise<void> {
  const memory = (all.memory[given.who] ??= {})
  switch (given.kind) {
    case 'submit':
      memory.order = await anOrder(shop, {
        card: given.card,
        plan: given.plan,
        price_type: given.yearly ? 'yearly' : 'monthly',
        ...(await shownWith(me, given)),
        location: PLACE,
      })
      memory.key = me.id('key')
      return submit(me, memory, given.twice ? 2 : 1)
    case 'submit again':
      return submit(me, memory, 1)
    case 'bank answers':
      return bankAnswers(shop, userOf(all, given.who), given.passed)
    case 're-read':
      return memory.subscription ? void (await readSubscription(me, memory.subscription)) : undefined
    case 'card goes bad':
      return cardGoesBad(shop, userOf(all, given.who)).catch(unlessStripeFailed)
    case 'operator removes discounts':
      return removeDiscounts(shop, userOf(all, given.who)).catch(unlessStripeFailed)
    case 'end at Stripe':
      return endAtStripe(shop, userOf(all, given.who)).catch(unlessStripeFailed)
    case 'gift':
      return giveCredit(shop, userOf(all, given.who)).catch(unlessStripeFailed)
    case 'company':
      return changeCompany(me, given.company)
    case 'operator refunds':
      return refundNewest(shop, userOf(all, given.who), given.cents).catch(unlessStripeFailed)
    case 'dispute':
      return disputeNewest(shop, userOf(all, given.who))
    case 'dispute is decided':
      return decideDisputes(shop, userOf(all, given.who), given.outcome).catch(unlessStripeFailed)
    case 'upgrade':
      return takesBackWhatIsLost(shop, () => upgradeIn(me, given.tabs))
    case 'switch at Stripe':
      return switchAtStripe(shop, userOf(all, given.who)).catch(unlessStripeFailed)
    case 'book change':
      return void (await bookChange(me, await previewChange(me, given.wanted)))
    case 'keep plan':
      return keepPlan(me)
    default:
      return settings(me, given.kind)
  }
}

/** The code and the first payment that the page shows; a refused code is not sent, as the page then shows full prices. */
async function shownWith(me: TestCtx, { promo, plan, yearly }: Extract<Step, { kind: 'submit' }>) {
  if (promo === null) return {}
  const [month_price_in_cents, year_price_in_cents] = plan === 'pro' ? [999, 9999] : [349, 3499]
  try {
    const check = { code: promo, currency: 'usd', month_price_in_cents, year_price_in_cents }
    const { month_first_payment, year_first_payment } = await validatePromo(me, check)
    return { promo_code: promo, first_payment_in_cents: (yearly ? year_first_payment : month_first_payment) ?? 0 }
  } catch (error) {
    if (error instanceof AppError) return {}
    throw error
  }
}

/** The operator begins or ends the campaign at Stripe. */
function letCampaignRun({ emulator }: BillingFixture, active: boolean): void {
  for (const code of emulator.store.all('promotion_code', (each) => each.code === 'HOLIDAY')) {
    emulator.store.put('promotion_code', { ...code, active })
  }
}

async function submit(me: TestCtx, memory: Memory, times: number): Promise<void> {
  const { order, key } = memory
  if (!order) return
  const answers = await Promise.allSettled(Array.from({ length: times }, () => subscribe(me, order, { key })))
  for (const answer of answers) {
    if (answer.status === 'fulfilled') memory.subscription = answer.value.subscription_id
    else if (!(answer.reason instanceof AppError)) throw answer.reason
  }
}

async function settings(me: TestCtx, kind: 'cancel' | 'resume'): Promise<void> {
  const { plan } = await readBilling(me)
  if (kind === 'resume') return void (await resumePlan(me))
  await cancelPlan(me, { last_day: plan?.last_day ?? null })
}

async function keepPlan(me: TestCtx): Promise<void> {
  const { plan } = await readBilling(me)
  if (plan) await revokeChange(me, { plan: plan.tier, interval: plan.interval })
}

/** One press, or one in each of two tabs; the second tab opened later. */
async function upgradeIn(me: TestCtx, tabs: 1 | 2): Promise<void> {
  const promises = [await proUpgradeDetails(me)]
  if (tabs === 2) {
    me.advance(10 * MINUTE)
    promises.push(await proUpgradeDetails(me))
  }
  const answers = await Promise.allSettled(promises.map((promise) => upgradePlan(me, promise)))
  for (const answer of answers) {
    if (answer.status === 'rejected' && !(answer.reason instanceof AppError)) throw answer.reason
  }
}

/** The buyer answers every 3-D Secure challenge that waits. */
async function bankAnswers(
  { emulator, browser }: BillingFixture,
  user: { id: string },
  passed: boolean,
): Promise<void> {
  const customers = customersOf(emulator.store, user)
  const asking = [...emulator.store.all('payment_intent'), ...emulator.store.all('setup_intent')].filter(
    ({ status, customer }) => status === 'requires_action' && customers.includes(String(customer)),
  )
  for (const { id, client_secret } of asking) {
    const path = `/_test/3ds/${id}/${passed ? 'complete' : 'fail'}`
    await browser.rawRequest('POST', path, { client_secret }).catch(() => {})
  }
}

/** Changes the card at Stripe alone, so that the next renewal is declined. */
async function cardGoesBad(shop: BillingFixture, user: { id: string }): Promise<void> {
  const payment_method = await aCard(shop, 'failsAtCharge')
  for (const { id, status, customer } of await atStripe(shop, user)) {
    if (!isLive(status)) continue
    await shop.stripe.paymentMethods.attach(payment_method, { customer: String(customer) })
    await shop.stripe.subscriptions.update(id, { default_payment_method: payment_method })
  }
}

async function endAtStripe(shop: BillingFixture, user: { id: string }): Promise<void> {
  for (const { id, status } of await atStripe(shop, user))
    if (isLive(status)) await shop.stripe.subscriptions.cancel(id)
}

/** Once an interval could be changed at any time, which left credit. */
async function switchAtStripe(shop: BillingFixture, user: { id: string }): Promise<void> {
  for (const { id, status, items } of await atStripe(shop, user)) {
    const [item] = items.data
    if (!item || status !== 'active') continue
    const [, name, interval] = /^(.*_)(month|year)/.exec(item.price.id) ?? []
    const price = `${name}${interval === 'year' ? 'month' : 'year'}`
    const change = [{ id: item.id, price }]
    await shop.stripe.subscriptions.update(id, { items: change, proration_behavior: 'always_invoice' })
  }
}

/** An operator gives credit, which no card ever gets back. */
async function giveCredit({ stripe, emulator }: BillingFixture, user: { id: string }): Promise<void> {
  for (const customer of customersOf(emulator.store, user))
    await stripe.customers.createBalanceTransaction(customer, { amount: -GIFT, currency: 'usd' })
}

/** The user's payments that a refund or a dispute may still take back, newest first. */
function reversibleCharges({ emulator }: BillingFixture, user: { id: string }) {
  const customers = customersOf(emulator.store, user)
  return emulator.store.all(
    'charge',
    ({ customer, paid, disputed, refunded }) => customers.includes(String(customer)) && paid && !disputed && !refunded,
  )
}

async function refundNewest(shop: BillingFixture, user: { id: string }, cents: number | null): Promise<void> {
  const [charge] = reversibleCharges(shop, user)
  if (!charge) return
  const left = charge.amount - charge.amount_refunded
  await shop.stripe.refunds.create({ charge: charge.id, amount: Math.min(left, cents ?? left) })
}

function disputeNewest(shop: BillingFixture, user: { id: string }): void {
  const [charge] = reversibleCharges(shop, user)
  if (charge) shop.emulator.control.dispute(charge.id)
}

async function decideDisputes(shop: BillingFixture, user: { id: string }, outcome: 'won' | 'lost'): Promise<void> {
  const customers = customersOf(shop.emulator.store, user)
  for (const { id, charge } of shop.emulator.store.all('dispute', ({ status }) => status === 'needs_response')) {
    const owner = shop.emulator.store.get('charge', String(charge))?.customer
    if (customers.includes(String(owner))) await bankDecides({ shop }, id, outcome)
  }
}

async function removeDiscounts(shop: BillingFixture, user: { id: string }): Promise<void> {
  for (const { id, status } of await atStripe(shop, user)) {
    if (status === 'trialing' || status === 'active') await shop.stripe.subscriptions.update(id, { discounts: '' })
  }
}

/** A step at Stripe that hits an injected fault did not happen. */
function unlessStripeFailed(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
}

function passTime({ ctx, emulator }: BillingFixture, ms: number): void {
  ctx.advance(ms)
  emulator.control.tick()
}

export function customersOf(store: BillingFixture['emulator']['store'], user: { id: string }): string[] {
  return store.all('customer', ({ metadata }) => metadata['user_id'] === user.id).map(({ id }) => id)
}

/** True if the subscription is paid for or could still be. */
export function isLive(status: string): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired'
}

function userOf({ users }: Players, index: number): { id: string } {
  const user = users[index]
  if (!user) throw new Error('There are only three users.')
  return user
}
