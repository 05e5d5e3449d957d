import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import type { AfterVoid, OnceOverTrial } from '../../../packages/stripe-stand-in/index.ts'
import { getMe } from '../../users/accounts/get-me.ts'
import type { Subscribe, TaxLocation } from '../../contract/billing/checkout.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { log } from '../../system/log/log.ts'
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

export const ALL_FAULTS = ['dies', 'unheard', 'unanswered'] as const
type Fault = (typeof ALL_FAULTS)[number]
export const DIES: readonly Fault[] = ['dies']
/** After it, the schedule works on what was left. */
export const QUARTER = 15 * MINUTE

/** `work` fails; `after` finishes what it left, and expects that all is whole. `calls`: more than this are tried. */
type Step<World> = {
  make: () => Promise<World>
  work: (world: World) => Promise<unknown>
  after: (world: World) => Promise<void>
  faults: readonly Fault[]
  calls: number
}
export type CrashRow = Pick<Step<never>, 'faults' | 'calls'> & {
  name: string
  run: (fault: Fault) => Promise<number>
}

/** A row of the table of crash points. */
export function crashRow<World extends { shop: BillingFixture }>(name: string, step: Step<World>): CrashRow {
  const { make, work, after, faults, calls } = step
  return { name, faults, calls, run: (fault) => atEachPoint(name, make, work, after, fault) }
}

/** From one failing call to the next: `npm run test:long` fails each, `npm test` one in ten. */
const STRIDE = Number(env['ONE_IN'])

/**
 * Tries calls of a path by their number, from `start` on, and at least one of them. `tryCall` returns the number of all
 * calls where there was none of this number, else null.
 */
async function tryCalls(start: number, most: number, tryCall: (k: number) => Promise<number | null>): Promise<number> {
  const first = start % STRIDE
  for (let k = 1 + first; k < most; k += STRIDE) {
    const calls = await tryCall(k)
    if (calls === null) continue
    if (k === 1 + first && calls > 0) await tryCall(1 + (first % calls))
    return calls
  }
  throw new Error('The work never survived.')
}

/** Runs the work in a fresh fixture for each call that fails, until it survives; returns the number of calls. */
export function atEachPoint<World extends { shop: BillingFixture }>(
  path: string,
  make: () => Promise<World>,
  work: (world: World) => Promise<unknown>,
  after: (world: World) => Promise<void>,
  fault: Fault = 'dies',
): Promise<number> {
  // Paths begin at different calls, so that one run meets early and late ones.
  return tryCalls(Number(env['SEED']) + path.length + fault.length, 400, async (k) => {
    const world = await make()
    const { io } = world.shop
    if (fault === 'dies') io.dieAt(k)
    else io.failOnce(k, fault)
    const survived = await work(world).then(
      () => true,
      () => false,
    )
    const asked = io.count()
    io.revive()
    await after(world)
    if (!survived || asked >= k) return null
    log('info', 'crash_points', { path, fault, n: asked })
    return asked
  })
}

/**
 * Presses once in a fresh world for each call, before which `other` work is done from its start to its end; returns the
 * number of calls.
 */
export function interruptedAtEachCall<World extends { shop: BillingFixture }>(
  make: () => Promise<World>,
  press: (world: World) => Promise<unknown>,
  other: (world: World) => Promise<unknown>,
  after: (world: World) => Promise<void>,
): Promise<number> {
  return tryCalls(Number(env['SEED']), 100, async (k) => {
    const world = await make()
    const { io } = world.shop
    io.interruptAt(k, () => other(world))
    await press(world)
    if (!io.wasInterrupted()) return io.count()
    await after(world)
    return null
  })
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
