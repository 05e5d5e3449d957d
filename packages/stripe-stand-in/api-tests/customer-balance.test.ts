import { expect, test } from 'vitest'
import { brokenInvariants } from '../testing/invariants.ts'
import { refusal, subscriberFixture } from '../testing/subscriber.fixture.ts'

type World = Awaited<ReturnType<typeof subscriberFixture>>

const ledger = async ({ stripe, customer }: World) => {
  const { data } = await stripe.customers.listBalanceTransactions(customer)
  return data.map(({ type, amount, ending_balance }) => [type, amount, ending_balance])
}

/** A subscriber who paid a year and then switched back to months. */
async function switched(): Promise<World> {
  const world = await subscriberFixture()
  await world.upgrade({}, world.prices.proYear)
  await world.upgrade({}, world.prices.proMonth)
  return world
}

test('books the unused time of a year as credit', async () => {
  const world = await switched()
  const { balance } = await world.customerOf(world.customer)
  expect(balance).toBeLessThan(-3000)
  expect((await ledger(world))[0]).toEqual(['invoice_too_small', balance, balance])
  expect(brokenInvariants(world.emulator.store)).toEqual([])
})

test('uses credit for an invoice and records it', async () => {
  const world = await switched()
  const { balance } = await world.customerOf(world.customer)
  world.wait(32 * 86_400)
  expect((await ledger(world))[0]).toEqual(['applied_to_invoice', 349, balance + 349])
  expect(brokenInvariants(world.emulator.store)).toEqual([])
})

test('refuses adjustments as Stripe does', async () => {
  const { stripe, customer } = await subscriberFixture()
  const adjust = (amount: number, currency: string, who = customer) =>
    refusal(stripe.customers.createBalanceTransaction(who, { amount, currency }))
  expect(await adjust(0, 'usd')).toMatchObject({ statusCode: 400, param: 'amount' })
  expect(await adjust(-1, 'eur')).toMatchObject({ statusCode: 400 })
  expect(await adjust(-1, 'usdd')).toMatchObject({ statusCode: 400, param: 'currency' })
  expect(await adjust(-1, 'usd', 'cus_none')).toMatchObject({ statusCode: 404, code: 'resource_missing' })
})
