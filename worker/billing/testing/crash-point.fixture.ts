import { expect } from 'vitest'
import type { AfterVoid, OnceOverTrial } from '../../../dev/stripe/store/stripe-objects.ts'
import { getMe } from '../../accounts/get-me.ts'
import type { Subscribe, TaxLocation } from '../../contract/billing/checkout.ts'
import { log } from '../../log/log.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { subscribe_attempts, subscriptions } from '../../db/schema/billing.ts'
import { anOrder, aBillingFixture, atStripe, type Card, type BillingFixture } from './billing.fixture.ts'

export type CrashFixture = { shop: BillingFixture; user: { id: string }; order: Subscribe }

export async function aBuyer(
  given: {
    trial?: boolean
    card?: Card
    afterVoid?: AfterVoid
    onceOverTrial?: OnceOverTrial
    promo_code?: string
    tax?: boolean
    location?: TaxLocation
  } = {},
): Promise<CrashFixture> {
  const shop = await aBillingFixture(given)
  const user = await shop.customer(given.trial ? {} : { trial_used_at: 1 })
  return {
    shop,
    user,
    order: await anOrder(shop, {
      ...(given.card && { card: given.card }),
      ...(given.promo_code && { promo_code: given.promo_code }),
      trial: given.trial ?? false,
      ...(given.location && { location: given.location }),
    }),
  }
}

export const buy = async ({ shop, user, order }: CrashFixture, key = 'a') =>
  subscribe(await shop.as(user), order, { key })

/** Runs the work in a fresh fixture for each k until it survives; returns the number of crash points. */
export async function atEachPoint<World extends { shop: BillingFixture }>(
  path: string,
  make: () => Promise<World>,
  work: (world: World) => Promise<unknown>,
  after: (world: World, k: number) => Promise<void>,
  fail = ({ io }: BillingFixture, k: number) => io.dieAt(k),
): Promise<number> {
  for (let k = 1; k < 200; k++) {
    const world = await make()
    fail(world.shop, k)
    const survived = await work(world).then(
      () => true,
      () => false,
    )
    const asked = world.shop.io.count()
    world.shop.io.revive()
    await after(world, k)
    if (survived && asked < k) {
      log('info', 'crash_points', { path, n: k - 1 })
      return k - 1
    }
  }
  throw new Error('The work never survived.')
}

/**
 * Presses once in a fresh world for each call that fails, after what the page had loaded; `after` gets the press to
 * repeat it. Returns how many calls there are.
 */
export async function atEachCall<World extends { shop: BillingFixture }>(
  make: () => Promise<World>,
  prepare: (world: World) => Promise<(world: World) => Promise<unknown>>,
  kind: 'dies' | 'unanswered',
  after: (world: World, press: (world: World) => Promise<unknown>) => Promise<void>,
): Promise<number> {
  for (let k = 1; k < 100; k++) {
    const world = await make()
    const { io } = world.shop
    const press = await prepare(world)
    if (kind === 'dies') io.dieAt(k)
    else io.failOnce(k, kind)
    await press(world).catch(() => {})
    const asked = io.count()
    io.revive()
    await after(world, press)
    if (asked < k) return k - 1
  }
  throw new Error('The press never survived.')
}

/** Presses once in a fresh world for each call, before which `other` work is done from its start to its end. */
export async function interruptedAtEachCall<World extends { shop: BillingFixture }>(
  make: () => Promise<World>,
  press: (world: World) => Promise<unknown>,
  other: (world: World) => Promise<unknown>,
  after: (world: World) => Promise<void>,
): Promise<number> {
  for (let k = 1; k < 100; k++) {
    const world = await make()
    const { io } = world.shop
    io.interruptAt(k, () => other(world))
    await press(world)
    if (!io.wasInterrupted()) return k - 1
    await after(world)
  }
  throw new Error('The press never ended.')
}

/** D1 and Stripe agree, there is one live subscription at most, and nothing was charged twice. */
export async function expectWhole({ shop, user }: CrashFixture, expected: { charges: number; status: string | null }) {
  const live = (await atStripe(shop, user)).filter(({ status }) => !['canceled', 'incomplete_expired'].includes(status))
  expect(live.map(({ status }) => status)).toEqual(expected.status ? [expected.status] : [])
  const rows = await shop.ctx.db.select().from(subscriptions)
  const kept = rows.filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
  expect(kept.map((row) => [row.stripe_subscription_id, row.status])).toEqual(
    live.map(({ id, status }) => [id, status]),
  )
  const charged = shop.emulator.store.all('charge').filter(({ status }) => status === 'succeeded')
  expect(charged).toHaveLength(expected.charges)
  expect((await getMe(await shop.as(user)))?.tier).toBe(expected.status ? 'intermediate_pro' : 'free')
}

export async function states({ shop }: CrashFixture) {
  return (await shop.ctx.db.select().from(subscribe_attempts)).map(({ state }) => state)
}
