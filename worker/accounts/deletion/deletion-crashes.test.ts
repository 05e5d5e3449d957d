/** @module-tag long */
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refundsOf } from '../../billing/testing/credit.fixture.ts'
import { aSubscriber, theirPlan, type Subscriber } from '../../billing/testing/subscribed-user.fixture.ts'
import { DELETION_WAITS } from '../../contract/accounts/account-deletion.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { log } from '../../log/log.ts'
import { deleteAccount, deletionOf, passSevenDays, userRow } from './deleted-account.fixture.ts'
import { undoDeletion } from './undo-deletion.ts'
import { workOnDeletions } from './work-on-deletions.ts'

const LONG = 300_000
/** From one crash to the next: `npm run test:long` meets all points, `npm test` one in ten. */
const STRIDE = Number(env['ONE_IN'])
const FIRST = 1 + (Number(env['SEED']) % STRIDE)

/** Lets the worker die at its k-th call to D1, Stripe or the queue, for some k; then it is started again. */
async function atSomePoints(
  path: string,
  make: () => Promise<Subscriber>,
  work: (world: Subscriber) => Promise<unknown>,
  after: (world: Subscriber) => Promise<void>,
): Promise<number> {
  for (let k = FIRST; k < 400; k += STRIDE) {
    const world = await make()
    world.shop.io.dieAt(k)
    await work(world).catch(() => null)
    const asked = world.shop.io.count()
    world.shop.io.revive()
    await after(world)
    log('info', 'crash_point', { path, k })
    if (asked < k) return asked
  }
  throw new Error('The work never survived.')
}

async function deleted(): Promise<Subscriber> {
  const world = await aSubscriber({ price: 'price_intermediate_pro_year' })
  await deleteAccount(world)
  return world
}

// §D41-37
test(
  'wherever the worker dies on day seven, the account goes once',
  async () => {
    const make = async () => {
      const world = await deleted()
      world.shop.wait(DELETION_WAITS)
      return world
    }
    const work = ({ shop }: Subscriber) => workOnDeletions(shop.ctx, shop.ctx.now())
    const after = async (world: Subscriber) => {
      await passSevenDays(world, 15 * MINUTE)
      expect((await deletionOf(world))?.done_at).not.toBeNull()
      expect((await userRow(world))?.email).toBe(`~${world.user.id}`)
      expect(refundsOf(world)).toHaveLength(1)
      expect(world.shop.emulator.store.all('charge')).toHaveLength(1)
      expect((await world.shop.stripe.customers.retrieve(world.customer)).deleted).toBe(true)
      const plans = eq(subscriptions.user_id, world.user.id)
      expect(await world.shop.ctx.db.select().from(subscriptions).where(plans)).toEqual([])
    }
    const points = await atSomePoints('day seven', make, work, after)
    expect(points).toBeGreaterThan(30)
  },
  LONG,
)

// §D41-37
test(
  'wherever the worker dies while undoing, a second press undoes it',
  async () => {
    const work = async (world: Subscriber) => undoDeletion(await world.shop.as(world.user), {})
    const after = async (world: Subscriber) => {
      const again = await world.shop.as(world.user)
      if (await deletionOf(world)) await undoDeletion(again, {})
      expect(await userRow(world)).toMatchObject({ deletes_at: null, email: world.user.email })
      expect((await theirPlan(world)).cancel_at_period_end).toBe(false)
    }
    const points = await atSomePoints('undo', deleted, work, after)
    expect(points).toBeGreaterThan(10)
  },
  LONG,
)
