import { expect } from 'vitest'
import { outcomeOf, SHOWN, type ContractShop, type Fact } from './contract.fixture.ts'

/** Idempotency, expansion, and the list of events. */
export const protocolFacts: Fact[] = [
  {
    name: 'replays an idempotent response, and refuses the key otherwise',
    async work({ stripe }) {
      const options = { idempotencyKey: `contract-${crypto.randomUUID()}` }
      const first = await stripe.customers.create({ name: 'Ada' }, options)
      expect((await stripe.customers.create({ name: 'Ada' }, options)).id).toBe(first.id)
      const refused = await outcomeOf(stripe.customers.create({ name: 'Bo' }, options))
      expect(refused).toMatchObject({ type: 'StripeIdempotencyError' })
      await stripe.customers.del(first.id)
    },
  },
  {
    name: 'refuses removed parameters and a fifth expand level',
    async work(shop) {
      const { stripe, customer, price } = shop
      const old = { customer, items: [{ price }], coupon: 'x' }
      expect(await outcomeOf(stripe.subscriptions.create(old))).toMatchObject({
        code: 'parameter_unknown',
        param: 'coupon',
      })
      const tooDeep = ['latest_invoice.payments.data.payment.payment_intent']
      const { subscription } = await shop.subscribe('visa')
      expect(await outcomeOf(stripe.subscriptions.retrieve(subscription.id, { expand: tooDeep }))).toMatchObject({
        statusCode: 400,
      })
      expect(await stripe.subscriptions.retrieve(subscription.id, { expand: SHOWN })).toMatchObject({
        id: subscription.id,
      })
    },
  },
  {
    name: 'lists events of the wanted types, newest first',
    async work(shop) {
      const { subscription } = await shop.subscribe('visa')
      const types = ['customer.subscription.created', 'invoice.paid']
      const listed = await eventsOf(shop, types)
      expect(listed.map(({ type }) => type).toSorted()).toEqual(types)
      const created = listed.find(({ type }) => type === 'customer.subscription.created')
      expect(created).toMatchObject({ livemode: false, data: { object: { id: subscription.id } } })
      const { data } = await shop.stripe.events.list({ types, limit: 100 })
      expect(data.filter(({ type }) => !types.includes(type))).toEqual([])
      const times = data.map((event) => event.created)
      expect(times).toEqual(times.toSorted((a, b) => b - a))
    },
  },
]

/** The shop's events of these types. Stripe may list an event some seconds after it happened. */
async function eventsOf({ stripe, customer }: ContractShop, types: string[]) {
  for (let tries = 0; ; tries++) {
    const { data } = await stripe.events.list({ types, limit: 100 })
    const ours = data.filter(({ data: { object } }) => 'customer' in object && object.customer === customer)
    if (ours.length >= types.length || tries === 30) return ours
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
