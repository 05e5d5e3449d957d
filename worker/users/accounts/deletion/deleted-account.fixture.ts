import { eq } from 'drizzle-orm'
import { aSubscriber, type Subscriber } from '../../../billing/testing/subscribed-user.fixture.ts'
import { DELETION_WAITS } from '../../../contract/accounts/account-deletion.ts'
import { DAY, MINUTE } from '../../../contract/shared/durations.ts'
import { mailOnSchedule } from '../../../billing/mails/mail-about-money.ts'
import { account_deletions } from '../../../db/schema/account-changes.ts'
import { users } from '../../../db/schema/accounts.ts'
import { aConnectedAccount, anApplet, anEnablement, aService, aStep } from '../../../testing/rows.ts'
import { requestDeletion } from './request-deletion.ts'
import { workOnDeletions } from './work-on-deletions.ts'

/** A user with a plan, three Applets of their own, of which one runs, and a connected service. */
export async function anOwner(given: Parameters<typeof aSubscriber>[0] = {}) {
  const world = await aSubscriber(given)
  const { db } = world.shop.ctx
  await aService(db, { module_name: 'github' })
  const steps = [
    { step: await aStep(db, 'github', 'trigger', 'new_star') },
    { step: await aStep(db, 'github', 'action', 'create_issue') },
  ]
  const published = await anApplet(db, world.user, steps)
  const draft = await anApplet(db, world.user, steps, { published_at: null })
  const shared = await anApplet(db, world.user, steps, { published_at: null })
  const other = await world.shop.customer()
  for (const applet of [published, draft]) await anEnablement(db, world.user, applet)
  await anEnablement(db, other, shared)
  await aConnectedAccount(db, world.user, 'github')
  return { ...world, published, draft, shared, other }
}
export type Owner = Awaited<ReturnType<typeof anOwner>>

export async function deleteAccount({ ctx, user }: Pick<Subscriber, 'ctx' | 'user'>, take_down = false) {
  const answer = await requestDeletion(ctx, { name: user.email.toUpperCase(), take_down })
  await ctx.settled()
  return answer
}

/** The schedule works until nothing is due, as it does over the hours after the seventh day. */
export async function passSevenDays({ shop, user }: Pick<Subscriber, 'shop' | 'user'>, wait = DELETION_WAITS + DAY) {
  shop.wait(wait)
  for (let round = 0; round < 30 && (await deletionOf({ shop, user }))?.done_at === null; round++) {
    await shop.deliver()
    await workOnDeletions(shop.ctx, shop.ctx.now())
    await mailOnSchedule(shop.ctx, shop.ctx.now())
    shop.wait(15 * MINUTE)
  }
  await shop.deliver()
}

export async function deletionOf({ shop, user }: Pick<Subscriber, 'shop' | 'user'>) {
  const [row] = await shop.ctx.db.select().from(account_deletions).where(eq(account_deletions.user_id, user.id))
  return row
}

export async function userRow({ shop, user }: Pick<Subscriber, 'shop' | 'user'>) {
  const [row] = await shop.ctx.db.select().from(users).where(eq(users.id, user.id))
  return row
}
