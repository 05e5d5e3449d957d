import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../schema/accounts.ts'
import { applets, enablements, live_configurations } from '../schema/applets.ts'
import { subscriptions } from '../schema/billing.ts'
import { connected_accounts } from '../schema/connections.ts'
import { runners } from '../schema/runners.ts'
import { aConnectedAccount, anApplet, anEnablement, aService, aSubscription, aUser } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'

/** SQL triggers say that a user's Runner is behind. */

async function aUserWhoRuns() {
  const { db } = await testCtx()
  const user = await aUser(db)
  const applet = await anApplet(db, await aUser(db), [])
  const enablement = await anEnablement(db, user, applet)
  await aService(db, { module_name: 'github' })
  const wanted = async () => (await db.select().from(runners).where(eq(runners.user_id, user.id)).get())?.wanted ?? null
  /** Whether the write raised `wanted`. */
  const raises = async (write: () => Promise<unknown>) => {
    const before = await wanted()
    await write()
    const after = await wanted()
    expect(after).toBeGreaterThanOrEqual(before ?? 0)
    return after !== before
  }
  return { db, user, applet, enablement, wanted, raises }
}

test('the first enablement makes the row, at the present time', async () => {
  const { db, user, wanted } = await aUserWhoRuns()
  const [{ now } = { now: 0 }] = await db.all<{ now: number }>(
    sql`select cast(unixepoch('subsec') * 1000 as integer) now`,
  )
  expect((await wanted()) ?? 0).toBeGreaterThan(now - 60_000)
  expect(await db.select().from(runners)).toMatchObject([
    { user_id: user.id, runner_id: null, applied: 0, wake_by: null },
  ])
})

test('changes of what runs raise wanted', async () => {
  const { db, user, enablement, raises } = await aUserWhoRuns()
  const change = (set: Partial<typeof enablements.$inferInsert>) =>
    raises(() => db.update(enablements).set(set).where(eq(enablements.id, enablement.id)).run())
  for (const set of [
    { status: 'disabled' as const },
    { paused_at: 5 },
    { enabled_at: 5 },
    { fields: { '0.url': 'x' } },
    { hook_key_hash: 'h' },
    { push_enabled: true },
    { failed_run_notifications_enabled: false },
    { version: 2 },
    { keep_contents: false },
    { min_gap: 60 },
    { quiet_from: 0, quiet_to: 60 },
    { expect_every: 24 },
  ]) {
    expect([set, await change(set)]).toEqual([set, true])
    expect([set, await change(set)]).toEqual([set, false])
  }
  const live = { enablement_id: enablement.id, slug: 'lights' }
  expect(await raises(() => db.insert(live_configurations).values(live).run())).toBe(true)
  expect(await raises(() => db.update(live_configurations).set({ disabled: true }).run())).toBe(true)
  expect(await raises(() => db.delete(live_configurations).run())).toBe(true)
  expect(await raises(() => aConnectedAccount(db, user, 'github'))).toBe(true)
  expect(await raises(() => db.update(connected_accounts).set({ status: 'broken' }).run())).toBe(true)
  expect(await raises(() => db.delete(connected_accounts).run())).toBe(true)
  expect(await raises(() => aSubscription(db, user, { tier: 'pro' }))).toBe(true)
  expect(await raises(() => db.update(subscriptions).set({ status: 'past_due' }).run())).toBe(true)
  expect(await raises(() => db.delete(subscriptions).run())).toBe(true)
  expect(await raises(() => db.update(users).set({ timezone: 'Europe/Berlin' }).run())).toBe(true)
  expect(await raises(() => db.update(users).set({ runs_paused_until: 9 }).run())).toBe(true)
  expect(await raises(() => db.delete(enablements).run())).toBe(true)
})

test('counts, token refreshes and other users raise nothing', async () => {
  const { db, user, raises } = await aUserWhoRuns()
  const other = await aUser(db)
  await aConnectedAccount(db, user, 'github')
  await aSubscription(db, user, { tier: 'pro' })
  expect(await raises(() => db.update(enablements).set({ run_count: 3, last_run: 4, updated_at: 5 }).run())).toBe(false)
  expect(await raises(() => db.update(connected_accounts).set({ access_token: 'new', version: 2 }).run())).toBe(false)
  expect(await raises(() => db.update(subscriptions).set({ version: 7, cancel_at_period_end: true }).run())).toBe(false)
  expect(await raises(() => db.update(users).set({ trial_used_at: 1, updated_at: 2 }).run())).toBe(false)
  expect(await raises(() => aSubscription(db, other, { tier: 'pro' }))).toBe(false)
})

test('a user without an Applet has no row', async () => {
  const { db } = await testCtx()
  const user = await aUser(db)
  await aSubscription(db, user, { tier: 'pro' })
  await db.update(users).set({ timezone: 'Europe/Berlin' })
  expect(await db.select().from(runners)).toEqual([])
})

test('deleting the user deletes the row', async () => {
  const { db, user, applet } = await aUserWhoRuns()
  await db.delete(users).where(eq(users.id, user.id))
  expect(await db.select().from(runners)).toEqual([])
  expect(await db.select({ id: applets.id }).from(applets)).toEqual([{ id: applet.id }])
})

test('every table whose changes a Runner must know has triggers', async () => {
  const { db } = await testCtx()
  const rows = await db.all<{ tbl_name: string; n: number }>(
    sql`select tbl_name, count(*) n from sqlite_master where type = 'trigger' and name like 'runners%' group by tbl_name order by tbl_name`,
  )
  expect(Object.fromEntries(rows.map(({ tbl_name, n }) => [tbl_name, n]))).toEqual({
    applets: 1,
    connected_accounts: 3,
    enablements: 3,
    live_configurations: 3,
    subscriptions: 3,
    users: 2,
  })
})
