import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { activity_log } from '../../db/schema/applets.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { aConnectedAccount, aSubscription } from '../../testing/rows.ts'
import { activateServices } from '../activate.ts'
import { connectKey } from '../connect-key.ts'
import {
  accountRows,
  aConnectionFixture,
  begin,
  comeBack,
  queryOf,
  RETURN_TO,
  wanting,
  type ConnectionFixture,
} from '../testing/connection.fixture.ts'
import { oauth_states, services } from '../../db/schema/connections.ts'

const SAID = 'Several accounts need Pro+. Disconnect the other one first, or upgrade.'
const rules = { block_user: true, minimum_tier: 'pro', block_reason: 'multi_service_account' }
const refusal = (message: string) => ({
  code: 'tier_required',
  status: 403,
  message,
  detail: {
    redirectTo: '/plans?reason=multi_service_account&plan=pro',
    errors: [{ attribute: 'enablement_rules', message, data: rules }],
  },
})

let world: ConnectionFixture
beforeEach(async () => {
  world = await aConnectionFixture()
})
const accounts = async () => (await accountRows(world.ctx)).map(({ account_id, status }) => `${account_id} ${status}`)
/** The user grants access with this account. */
async function connectAs(account: string) {
  return comeBack(
    world.ctx,
    world.provider.allow(await begin(world.ctx, ['google_sheets'], { reconnect: true }), account),
  )
}

// §6-02
test.each(['free', 'intermediate_pro', 'legacy_pro'] as const)(
  '%s: refuses a second account and revokes its grant',
  async (tier) => {
    const { ctx, user, provider } = world
    if (tier !== 'free') await aSubscription(world.base.db, user, { tier })
    expect((await connectAs('ada')).flash).toBe('Google Sheets is connected.')
    const kept = provider.tokens()
    const { to, flash } = await connectAs('work')
    expect(flash).toBeNull()
    expect(to).toMatch(new RegExp(`^${RETURN_TO}\\?`))
    expect(queryOf(to)).toEqual({ error_type: 'tier_required', error_message: SAID })
    await ctx.settled()
    expect(await accounts()).toEqual(['ada connected'])
    expect(provider.seen.at(-1)).toBe('POST google_sheets.example/revoke')
    expect(provider.tokens()).toEqual(kept)
    expect(await ctx.db.select().from(activity_log)).toHaveLength(1)
  },
)

// §6-02
test('connects a second account on Pro+', async () => {
  await aSubscription(world.base.db, world.user, { tier: 'pro' })
  await connectAs('ada')
  expect((await connectAs('work')).flash).toBe('Google Sheets is connected.')
  expect(await accounts()).toEqual(['ada connected', 'work connected'])
})

test('reconnects existing accounts on any plan', async () => {
  const { base, user } = world
  const kept = { account_id: 'ada', status: 'broken' as const }
  await aConnectedAccount(base.db, user, 'google_sheets', kept)
  await aConnectedAccount(base.db, user, 'google_sheets', { account_id: 'work' })
  expect((await connectAs('ada')).flash).toBe('Google Sheets is connected.')
  expect((await connectAs('work')).flash).toBe('Google Sheets is connected.')
  expect(await accounts()).toEqual(['ada connected', 'work connected'])
  expect(queryOf((await connectAs('third')).to)).toMatchObject({ error_type: 'tier_required' })
})

test('counts a broken account toward the limit', async () => {
  await aConnectedAccount(world.base.db, world.user, 'google_sheets', { account_id: 'ada', status: 'broken' })
  expect(queryOf((await connectAs('work')).to)).toMatchObject({ error_type: 'tier_required' })
  expect(await accounts()).toEqual(['ada broken'])
})

test('keeps one of two accounts that return at once', async () => {
  const { ctx, provider } = world
  const [one, two] = [await world.allowed(['google_sheets'], 'ada'), await world.allowed(['google_sheets'], 'work')]
  const both = await Promise.all([comeBack(ctx, one), comeBack(ctx, two)])
  expect(both.filter(({ flash }) => flash === 'Google Sheets is connected.')).toHaveLength(1)
  expect(both.filter(({ to }) => queryOf(to)['error_type'] === 'tier_required')).toHaveLength(1)
  await ctx.settled()
  expect(await accounts()).toHaveLength(1)
  expect(provider.tokens()).toHaveLength(2)
})

test('ignores a plan that ended during the visit', async () => {
  const { ctx, provider } = world
  await aSubscription(ctx.db, world.user, { tier: 'pro' })
  await connectAs('ada')
  const back = provider.allow(await begin(ctx, ['google_sheets'], { reconnect: true }), 'work')
  await ctx.user()
  await ctx.db.update(subscriptions).set({ status: 'unpaid' })
  expect(queryOf((await comeBack(ctx, back)).to)).toMatchObject({ error_message: SAID })
  expect(await accounts()).toEqual(['ada connected'])
})

test('requires Pro+ for two accounts before connecting either', async () => {
  const { ctx, user } = world
  const names = ['google_sheets', 'google_sheets']
  await expect(activateServices(ctx, wanting(names))).rejects.toMatchObject(refusal('Several accounts need Pro+'))
  await expect(activateServices(ctx, wanting(['github', ...names], { reconnect: true }))).rejects.toMatchObject(
    refusal('Several accounts need Pro+'),
  )
  expect(await ctx.db.select().from(oauth_states)).toEqual([])
  await aConnectedAccount(ctx.db, user, 'google_sheets')
  await expect(activateServices(ctx, wanting(names, { ask: true }))).rejects.toMatchObject(
    refusal('Several accounts need Pro+'),
  )
  await aConnectedAccount(ctx.db, user, 'google_sheets', { status: 'broken' })
  expect(await begin(ctx, names)).toMatch('https://google_sheets.example/')
})

test('refuses a second key, but renews the first', async () => {
  const { ctx } = world
  await connectKey(ctx, { module_name: 'todoist', key: 'key_ada' })
  await expect(connectKey(ctx, { module_name: 'todoist', key: 'key_work' })).rejects.toMatchObject(refusal(SAID))
  await connectKey(ctx, { module_name: 'todoist', key: 'key_ada' })
  expect(await accounts()).toEqual(['key_ada connected'])
})

test('keeps an exclusive service connected after its plan ends', async () => {
  const { ctx, base, user } = world
  await base.db.update(services).set({ minimum_tier: 'pro' }).where(eq(services.module_name, 'todoist'))
  const blocked = { code: 'tier_required', message: 'This service needs Pro+' }
  await expect(activateServices(ctx, wanting(['github', 'todoist']))).rejects.toMatchObject(blocked)
  await expect(connectKey(ctx, { module_name: 'todoist', key: 'key_ada' })).rejects.toMatchObject(blocked)
  const paid = await base.as(user)
  await aSubscription(base.db, user, { tier: 'legacy_pro' })
  await connectKey(paid, { module_name: 'todoist', key: 'key_ada' })
  await base.db.delete(subscriptions)
  expect(await connectKey(ctx, { module_name: 'todoist', key: 'key_ada' })).toMatchObject({ status: 'connected' })
})
