/** @module-tag long */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aBookedSubscriber } from '../../../billing/testing/booked-change.fixture.ts'
import { atEachPoint } from '../../../billing/testing/crash-point.fixture.ts'
import { refundsOf } from '../../../billing/testing/credit.fixture.ts'
import { theirPlan, type Subscriber } from '../../../billing/testing/subscribed-user.fixture.ts'
import { DELETION_WAITS } from '../../../contract/accounts/account-deletion.ts'
import type { MailJob } from '../../../contract/jobs/jobs.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { subscriptions } from '../../../db/schema/billing.ts'
import { mailDueEvents } from '../../security-events/mail-security-events.ts'
import { getMe } from '../get-me.ts'
import { anOwner, deleteAccount, deletionOf, passSevenDays, userRow } from './deleted-account.fixture.ts'
import { undoDeletion } from './undo-deletion.ts'
import { workOnDeletions } from './work-on-deletions.ts'

const LONG = 300_000

async function deleted(): Promise<Subscriber> {
  const world = await anOwner({ price: 'price_intermediate_pro_year' })
  await deleteAccount(world)
  return world
}

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
      expect(mailsOf(world, 'account_deleted')).toBe(1)
    }
    const points = await atEachPoint('day seven', make, work, after)
    expect(points).toBeGreaterThan(30)
  },
  LONG,
)

test(
  'wherever the worker dies on the press, one more press is enough',
  async () => {
    const work = (world: Subscriber) => deleteAccount(world)
    const after = async (world: Subscriber) => {
      const { shop } = world
      if (!(await deletionOf(world))) await deleteAccount({ ...world, ctx: await shop.as(world.user) })
      await rounds(world, () => workOnDeletions(shop.ctx, shop.ctx.now()))
      expect((await theirPlan(world)).cancel_at_period_end).toBe(true)
      expect(mailsOf(world, 'account_deletion')).toBe(1)
      expect(await getMe(world.ctx)).toBeNull()
    }
    const points = await atEachPoint('press', aBookedSubscriber, work, after)
    expect(points).toBeGreaterThan(10)
  },
  LONG,
)

test(
  'wherever the worker dies while undoing, a second press undoes it',
  async () => {
    const make = async () => {
      const world = await aBookedSubscriber()
      await deleteAccount(world)
      await world.shop.deliver()
      return world
    }
    const work = async (world: Subscriber) => {
      const again = await world.shop.as(world.user)
      await undoDeletion(again, {})
      await again.settled()
    }
    const after = async (world: Subscriber) => {
      const { shop } = world
      const again = await shop.as(world.user)
      if (await deletionOf(world)) await undoDeletion(again, {})
      await again.settled()
      await rounds(world, () => mailDueEvents(shop.ctx, shop.ctx.now()))
      expect(await userRow(world)).toMatchObject({ deletes_at: null, email: world.user.email })
      expect(await theirPlan(world)).toMatchObject({ cancel_at_period_end: false, schedule: expect.any(String) })
      const [plan] = await shop.ctx.db.select().from(subscriptions).where(eq(subscriptions.user_id, world.user.id))
      expect(plan?.next_plan).toBe('intermediate_pro')
      expect(mailsOf(world, 'security_event')).toBe(1)
    }
    const points = await atEachPoint('undo', make, work, after)
    expect(points).toBeGreaterThan(15)
  },
  LONG,
)

/** The schedule's next rounds, and the queue's. */
async function rounds({ shop }: Subscriber, task: () => Promise<unknown>) {
  for (let round = 0; round < 3; round++) {
    shop.wait(15 * MINUTE)
    await task()
    await shop.deliver()
  }
}

/** How many mails of this kind their user gets. */
function mailsOf({ shop }: Subscriber, template: MailJob['template']): number {
  return [...shop.mailed.values()].filter((mail) => mail.template === template).length
}
