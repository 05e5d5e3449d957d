/** @module-tag long */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { catalogFixture } from '../testing/subscriber.fixture.ts'
import { brokenInvariants } from '../testing/invariants.ts'

/** One call on some existing object; `pick` chooses which. */
type Step = { act: keyof typeof acts; pick: number; card: string; seconds: number }
type World = Awaited<ReturnType<typeof catalogFixture>> & { customer: string }

const CARDS = [
  'visa',
  'chargeCustomerFail',
  'authenticationRequired',
  'authenticationRequiredOnSetup',
  'threeDSecureRequiredChargeDeclined',
]
const BEHAVIORS = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const
const COUPONS = [[], [{ coupon: 'welcome' }], [{ coupon: 'forever' }]]

const acts = {
  subscribe: async ({ stripe, customer, prices }: World, { pick, card }: Step) => {
    const method = await stripe.paymentMethods.attach(`pm_card_${card}`, { customer })
    await stripe.subscriptions.create({
      customer,
      items: [{ price: one(Object.values(prices), pick) }],
      default_payment_method: method.id,
      payment_behavior: one(BEHAVIORS, pick),
      discounts: one(COUPONS, pick),
      ...(pick % 3 === 0 && { trial_period_days: 1 + (pick % 14) }),
    })
  },
  swapCard: async ({ stripe, emulator, customer }: World, { pick, card }: Step) => {
    const method = await stripe.paymentMethods.attach(`pm_card_${card}`, { customer })
    await stripe.subscriptions.update(one(emulator.store.all('subscription'), pick).id, {
      default_payment_method: method.id,
    })
  },
  change: async ({ stripe, emulator, prices }: World, { pick }: Step) => {
    const { id, items } = one(emulator.store.all('subscription'), pick)
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: one(Object.values(prices), pick + 1) }],
      payment_behavior: one(BEHAVIORS, pick >> 2),
      proration_behavior: one(['always_invoice', 'create_prorations', 'none'] as const, pick >> 4),
    })
  },
  cancel: async ({ stripe, emulator }: World, { pick }: Step) => {
    const { id } = one(emulator.store.all('subscription'), pick)
    if (pick % 2 === 0) await stripe.subscriptions.cancel(id, { prorate: pick % 4 === 0, invoice_now: pick % 8 > 3 })
    else await stripe.subscriptions.update(id, { cancel_at_period_end: pick % 3 > 0 })
  },
  authenticate: async ({ emulator, pass, fail }: World, { pick }: Step) => {
    const intents = [...emulator.store.all('payment_intent'), ...emulator.store.all('setup_intent')]
    const { id } = one(
      intents.filter((each) => each.status === 'requires_action'),
      pick,
    )
    if (pick % 2 === 0) fail(id)
    else pass(id)
  },
  confirm: async ({ stripe, emulator }: World, { pick, card }: Step) => {
    await stripe.paymentIntents.confirm(one(emulator.store.all('payment_intent'), pick).id, {
      payment_method: `pm_card_${card}`,
    })
  },
  pay: async ({ stripe, emulator }: World, { pick, card }: Step) => {
    await stripe.invoices.pay(one(emulator.store.all('invoice'), pick).id, { payment_method: `pm_card_${card}` })
  },
  void: async ({ stripe, emulator }: World, { pick }: Step) => {
    await stripe.invoices.voidInvoice(one(emulator.store.all('invoice'), pick).id)
  },
  refund: async ({ stripe, emulator }: World, { pick }: Step) => {
    await stripe.refunds.create({ charge: one(emulator.store.all('charge'), pick).id, amount: 1 + (pick % 400) })
  },
  wait: async ({ wait }: World, { seconds }: Step) => wait(seconds),
}

function one<T>(all: readonly T[], pick: number): T {
  const found = all[pick % Math.max(all.length, 1)]
  if (found === undefined) throw new Nothing()
  return found
}

class Nothing extends Error {}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    ...(Object.keys(acts) as Step['act'][]),
    'wait' as const,
    'wait' as const,
    'change' as const,
    'change' as const,
  ),
  pick: fc.nat(999),
  card: fc.constantFrom(...CARDS),
  seconds: fc.oneof(fc.nat(100_000), fc.nat(5_000_000)),
})

/** Every history starts with a subscription. */
const first = step.map((each): Step => ({ ...each, act: 'subscribe', card: each.pick % 3 > 0 ? 'visa' : each.card }))

test('no history pays twice, activates unpaid or loses a cent', async () => {
  const history = fc.asyncProperty(first, fc.array(step, { maxLength: 20 }), async (begin, steps) => {
    const world = await catalogFixture()
    const { customer } = await world.buyer()
    await run({ ...world, customer }, begin)
    for (const [index, each] of steps.entries()) {
      await run({ ...world, customer }, each)
      await world.stripe.customers.retrieve(customer)
      expect(brokenInvariants(world.emulator.store), `after step ${index}, ${each.act}`).toEqual([])
    }
  })
  await fc.assert(history, { numRuns: process.env.LONG_RUNS ? 600 : 60 })
}, 300_000)

/** Refusals are part of every history; any other error is a bug in the emulator. */
async function run(world: World, each: Step): Promise<void> {
  try {
    await acts[each.act](world, each)
  } catch (error) {
    if (!(error instanceof Nothing) && !isRefusal(error)) throw error
  }
}

function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
}
