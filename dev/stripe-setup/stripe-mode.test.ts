import { expect, test } from 'vitest'
import { describeResult } from './describe-result.ts'
import { setupAtStandIn } from './setup-at-stand-in.fixture.ts'
import { openStripeAccount } from './stripe-account.ts'

type World = Awaited<ReturnType<typeof setupAtStandIn>>

/** A user whom Stripe knows by this customer id. */
async function addCustomer({ db }: World, customer: string) {
  await db
    .prepare(
      `insert into users (id, email, login, code, stripe_customer_id, created_at, updated_at)
       values (?1, lower(?1) || '@demo.test', ?1, ?1, ?1, 1, 1)`,
    )
    .bind(customer)
    .run()
}

test('a live key changes nothing without --yes', async () => {
  const { run, rows, emulator } = await setupAtStandIn()
  const before = emulator.store.version()
  const result = await run({ isLive: true })
  expect(result.made.length).toBeGreaterThan(10)
  expect(emulator.store.version()).toBe(before)
  expect(await rows('select id from prices')).toEqual([])
  expect(describeResult(result)).toMatch(/a run would change:[^]*add --yes/)
})

test('a confirmed live run does exactly what its plan said', async () => {
  const { run, rows } = await setupAtStandIn()
  const { made } = await run({ isLive: true })
  expect((await run({ isLive: true, confirmed: true })).made).toHaveLength(made.length)
  expect(await rows('select id from prices where active')).toHaveLength(5)
  expect((await run({ isLive: true })).made).toEqual([])
})

test('a test key is refused where live prices are sold', async () => {
  const { run, rows, emulator } = await setupAtStandIn()
  await run({ isLive: true, confirmed: true })
  const [before, version] = [await rows('select * from prices'), emulator.store.version()]
  await expect(run()).rejects.toThrow('This D1 has live prices.')
  expect(await rows('select * from prices')).toEqual(before)
  expect(emulator.store.version()).toBe(version)
})

test('a test key is refused where customers are unknown to it', async () => {
  const world = await setupAtStandIn()
  await addCustomer(world, 'cus_live1')
  await expect(world.run()).rejects.toThrow('This D1 knows the customer cus_live1')
  expect((await world.stripe.products.list()).data).toEqual([])
})

test("a test key's own customers and the demo's are no obstacle", async () => {
  const world = await setupAtStandIn()
  await addCustomer(world, (await world.stripe.customers.create()).id)
  await addCustomer(world, 'cus_demo_ada')
  expect((await world.run()).made.length).toBeGreaterThan(10)
})

test.each([
  [{}, 'STRIPE_SECRET_KEY is missing'],
  [{ STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is missing'],
  [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'must be a secret or restricted key'],
  [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: 'http://localhost:1' }, 'a live key may only go to Stripe'],
])('refuses %j: %s', (vars, sentence) => {
  expect(() => openStripeAccount(vars)).toThrow(sentence)
})

test('an empty address of Stripe means its own', () => {
  expect(openStripeAccount({ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: '' }).isLive).toBe(true)
})

test('says that nothing changed, and what the Dashboard alone sets', () => {
  const text = describeResult({ made: [], notes: ['Look here.'], planOnly: false })
  expect(text).toMatch(/^Nothing to change[^]*Look here\.[^]*14 days[^]*emails[^]*Apple Pay/)
})
