import type { Stripe } from 'stripe'
import { Stripe as StripeClient } from 'stripe'
import {
  createEmulator,
  type AfterVoid,
  type Emulator,
  type OnceOverTrial,
} from '../../../packages/stripe-stand-in/index.ts'
import type { PriceType, Subscribe } from '../../contract/billing/checkout.ts'
import type { SoldPlan } from '../../contract/tiers.ts'
import type { MailJob } from '../../contract/jobs/jobs.ts'
import { INTERVAL_OF } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { crashingIo } from '../../testing/crashing-io.ts'
import { aUser } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { handleStripeEvent } from '../webhook/handle-stripe-event.ts'
import { reviewCredit } from '../credit/refund-credit.ts'
import { receiveWebhook } from '../webhook/receive-webhook.ts'
import { prices } from '../../db/schema/billing.ts'

/** Stripe's test cards, by what they do. */
const CARDS = {
  good: '4242424242424242',
  otherGood: '5555555555554444',
  dead: '4000000000000002',
  noFunds: '4000000000009995',
  failsAtCharge: '4000000000000341',
  asks: '4000002760003184',
  asksThenFails: '4000008400001629',
  disputes: '4000000000000259',
  refundWaits: '4000000000007726',
  refundFails: '4000000000005126',
}
export type Card = keyof typeof CARDS

/** All that Stripe may make of a subscription whose first invoice is voided. */
export const VOID_BEHAVIORS: AfterVoid[] = ['expires', 'waits', 'activates']

/** All that Stripe may do to a `once` coupon when a trial's $0 invoice is finalized. */
export const TRIAL_COUPON_BEHAVIORS: OnceOverTrial[] = ['kept', 'consumed']

const SECRET = 'whsec_test'
/** The plans, as rows and as prices at Stripe. */
export const CATALOGUE = [
  row('intermediate_pro', 'month', 349),
  row('intermediate_pro', 'year', 3499),
  row('pro', 'month', 999),
  row('pro', 'year', 9999),
  row('intermediate_pro', 'year', 1999, 'student'),
  { ...row('legacy_pro', 'month', 199), stripe_price_id: null, open_amount: true },
]

export type BillingFixture = Awaited<ReturnType<typeof aBillingFixture>>

/**
 * The product and Stripe in one process: an empty D1 with the catalog, an emulator with the same prices, and one clock
 * for both. Webhooks wait until `deliver()`. `retries`: how often Stripe's client retries; each costs time.
 */
export async function aBillingFixture({
  retries = 0,
  afterVoid = 'expires' as AfterVoid,
  onceOverTrial = 'kept' as OnceOverTrial,
  tax = false,
} = {}) {
  const io = crashingIo()
  const emulator = createEmulator({ now: () => ctx.now(), send: receive })
  const client = (key: string, maxNetworkRetries: number, through = io.through) =>
    new StripeClient(key, {
      httpClient: StripeClient.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
        through(() => emulator.fetch(new Request(url, init))),
      ),
      maxNetworkRetries,
      telemetry: false,
    })
  const stripe = client('sk_test_switchyard', retries)
  const ctx = await testCtx({
    io,
    stripe: async () => stripe,
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_switchyard',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_switchyard',
      STRIPE_WEBHOOK_SECRETS: [SECRET],
      STRIPE_TAX: tax,
    },
  })
  await ctx.db.insert(prices).values(CATALOGUE)
  stock(emulator)
  emulator.control.webhooks.mode('hold')
  emulator.control.setAfterVoid(afterVoid)
  emulator.control.setOnceOverTrial(onceOverTrial)

  async function receive(_: string, init: RequestInit): Promise<{ status: number }> {
    const signature = new Headers(init.headers).get('stripe-signature') ?? ''
    const answer = receiveWebhook(ctx, { body: String(init.body), signature })
    return answer.then(
      () => ({ status: 200 }),
      (error: unknown) => ({ status: error instanceof AppError ? error.status : 500 }),
    )
  }

  const mailed = new Map<string, MailJob>()
  const unhindered = <T>(ask: () => Promise<T>) => ask()
  return {
    ctx,
    io,
    emulator,
    /** The mails that the queue has brought, by their jobs' ids: a second job with the same id sends nothing. */
    mailed,
    /** Bypasses all faults: reads the state, and changes it at Stripe alone. */
    stripe: client('sk_test_switchyard', 0, unhindered),
    browser: client('pk_test_switchyard', 0, unhindered),
    /** Delivers all waiting webhooks, and works on the queue until it is empty. */
    deliver: async () => {
      await emulator.control.webhooks.deliver()
      await drain(ctx, mailed)
    },
    drain: () => drain(ctx, mailed),
    as: (user: { id: string }) => ctx.as(user),
    customer: (given = {}) => aUser(ctx.db, given),
    /** The result of 3-D Secure, by client secret. */
    bank: (says: 'yes' | 'no', client_secret = '') =>
      emulator.control.authenticate(client_secret.replace(/_secret_.*/, ''), says === 'yes'),
    /** Moves the clock, and runs what is due at Stripe. */
    wait: (ms: number) => {
      ctx.advance(ms)
      emulator.control.tick()
    },
  }
}

/** Works like the queue: retries what fails, with a limit. */
async function drain(ctx: TestCtx, mailed: Map<string, MailJob>): Promise<void> {
  for (let tries = 0; ctx.jobs.length > 0 && tries < 500; tries++) {
    const job = ctx.jobs.shift()
    if (job?.kind === 'mail') mailed.set(job.id, job)
    if (job?.kind === 'stripe_event') await handleStripeEvent(ctx, job.id).catch(() => ctx.jobs.push(job))
    if (job?.kind === 'credit_review') await reviewCredit(ctx, job.id).catch(() => ctx.jobs.push(job))
  }
}

/** A card as a payment method, as Stripe.js creates it. */
export async function aCard({ browser }: Pick<BillingFixture, 'browser'>, card: Card = 'good'): Promise<string> {
  const method = await browser.paymentMethods.create({
    type: 'card',
    card: { number: CARDS[card], exp_month: 12, exp_year: 2034, cvc: '123' },
  })
  return method.id
}

/** Makes an order as the checkout page sends it. */
export async function anOrder(
  shop: Pick<BillingFixture, 'browser'>,
  given: { plan?: SoldPlan; price_type?: PriceType; card?: Card } & Partial<Omit<Subscribe, 'price'>> = {},
): Promise<Subscribe> {
  const { plan = 'intermediate_pro', price_type = 'monthly', card, ...rest } = given
  const priced = CATALOGUE.find((each) => each.plan_id === plan && each.interval === INTERVAL_OF[price_type])
  return {
    plan_id: plan,
    product_id: `prod_${plan}`,
    payment_method: rest.payment_method ?? (await aCard(shop, card)),
    price: { price_type, price_in_cents: priced?.amount ?? 0, currency: 'usd' },
    ...rest,
  }
}

/** The subscriptions of a user at Stripe, newest first. */
export async function atStripe(shop: BillingFixture, user: { id: string }): Promise<Stripe.Subscription[]> {
  const customers = shop.emulator.store.all('customer').filter(({ metadata }) => metadata['user_id'] === user.id)
  const lists = await Promise.all(
    customers.map(({ id }) => shop.stripe.subscriptions.list({ customer: id, status: 'all', limit: 100 })),
  )
  return lists.flatMap(({ data }) => data)
}

function row(
  plan_id: SoldPlan | 'legacy_pro',
  interval: 'month' | 'year',
  amount: number,
  audience: 'everyone' | 'student' = 'everyone',
) {
  const name = `${plan_id}_${interval}${audience === 'student' ? '_student' : ''}`
  const rest = { tier: plan_id, product_id: `prod_${plan_id}`, stripe_price_id: `price_${name}`, open_amount: false }
  return { id: `plan_${name}`, plan_id, interval, amount, audience, currency: 'usd', ...rest }
}

export function stock({ store, add }: Emulator): void {
  for (const { product_id, stripe_price_id: id, amount, currency, interval } of CATALOGUE) {
    if (!store.get('product', product_id)) add.product({ id: product_id, name: product_id })
    const tax_behavior = 'inclusive'
    const wish = { product: product_id, amount, currency, recurring: { interval }, tax_behavior } as const
    if (id) add.price({ id, ...wish })
  }
  const code = (name: string, coupon: Parameters<typeof add.coupon>[0], rest = {}) => {
    add.coupon({ ...coupon, id: name.toLowerCase(), name })
    add.promotionCode({ code: name, promotion: { type: 'coupon', coupon: name.toLowerCase() }, ...rest })
  }
  code('WELCOME20', { percent_off: 20, duration: 'once' })
  code('FOREVER10', { percent_off: 10, duration: 'forever' })
  code('THREE30', { percent_off: 30, duration: 'repeating', duration_in_months: 3 })
  code('PLUSONLY', { percent_off: 15, duration: 'once', applies_to: { products: ['prod_pro'] } })
  code('HOLIDAY', { percent_off: 23, duration: 'once', applies_to: { products: ['prod_intermediate_pro'] } })
  const restrictions = { minimum_amount: 1000, minimum_amount_currency: 'usd' }
  code('YEARLY25', { percent_off: 25, duration: 'once' }, { restrictions })
  code('LAST', { percent_off: 50, duration: 'once' }, { max_redemptions: 1 })
  add.endpoint({ url: 'https://switchyard.test/webhooks/stripe', enabled_events: ['*'] }, SECRET)
}
