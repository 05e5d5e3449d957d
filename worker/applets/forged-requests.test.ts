import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ErrorEnvelope } from '../contract/errors.ts'
import type { UpgradeStep } from '../contract/upgrade/upgrade.ts'
import { aConfiguration, aConnectedAccount, anApplet, anEnablement, aService, signIn } from '../testing/rows.ts'
import { call } from '../testing/call-api.ts'
import { enablements } from '../db/schema/applets.ts'
import {
  aPlainApplet,
  anAppletFixture,
  enablementOf,
  eventsOf,
  type AppletFixture,
} from './testing/stored-applet.fixture.ts'

/** Requests that our pages never send: a free user writes them by hand. */
type Forged = [path: string, method: string, body: unknown, reason: UpgradeStep, plan: 'intermediate_pro' | 'pro']

const reconnect = { preserve_applet_fields: true }
const on = [{ slug: 'lights', disabled: false }]
const FORGED: Forged[] = [
  ['/api/applets', 'POST', { id: 'filtered' }, 'filter_code', 'pro'],
  ['/api/applets/filtered', 'PATCH', {}, 'filter_code', 'pro'],
  ['/api/applets/filtered', 'PATCH', { fields: {} }, 'filter_code', 'pro'],
  ['/api/applets/was-mine', 'PATCH', reconnect, 'filter_code', 'pro'],
  ['/api/applets/hub', 'PATCH', reconnect, 'multi_action', 'intermediate_pro'],
  ['/api/applets/hub/configurations', 'PATCH', on, 'multi_action', 'intermediate_pro'],
  ['/api/activation?c[]=google_sheets&c[]=google_sheets', 'GET', undefined, 'multi_service_account', 'pro'],
  ['/api/activation?c[]=google_sheets&c[]=google_sheets&reconnect=1', 'GET', undefined, 'multi_service_account', 'pro'],
  ['/api/activation?c[]=google_sheets&c[]=google_sheets&ask=1', 'GET', undefined, 'multi_service_account', 'pro'],
  ['/api/activation?c[]=zulip', 'GET', undefined, 'pro_service_tqas', 'pro'],
]

/** Applets that free does not allow: some never enabled, one disabled, one connection paused by a plan. */
async function forger() {
  const world = await anAppletFixture()
  const { db, author, user, steps } = world
  await aService(db, { module_name: 'zulip', connect_kind: 'key', minimum_tier: 'pro' })
  const [hook, notify] = [{ step: steps.hook }, { step: steps.notify }]
  await aPlainApplet(world, { friendly_id: 'filtered', filter_code: 'skip()' })
  const mine = await aPlainApplet(world, { friendly_id: 'was-mine', filter_code: 'skip()' })
  await anEnablement(db, user, mine, { status: 'disabled' })
  const hub = await anApplet(db, author, [hook, notify, notify], { friendly_id: 'hub', config_type: 'dynamic' })
  await aConfiguration(db, hub, { slug: 'lights', title: 'Lights' })
  await anEnablement(db, user, hub, { status: 'disabled', paused_at: 1 })
  await aConnectedAccount(db, user, 'google_sheets')
  const { token: session } = await signIn(db, user, Date.now())
  return { ...world, session, mine, hub }
}

function enabledOf({ db, user }: AppletFixture) {
  return db
    .select()
    .from(enablements)
    .where(and(eq(enablements.user_id, user.id), eq(enablements.status, 'enabled')))
}

test.each(FORGED)('%s by %s with %j: refuses with %s and writes nothing', async (...forged) => {
  const [path, method, body, reason, plan] = forged
  const world = await forger()
  const answer = await call(method, path, { session: world.session, ...(body !== undefined && { body }) })
  expect(answer.status).toBe(403)
  const { error, errors } = await answer.json<ErrorEnvelope>()
  expect(error).toMatchObject({ code: 'tier_required', redirect_to: expect.stringContaining(`reason=${reason}`) })
  const data = { block_user: true, minimum_tier: plan, block_reason: reason }
  expect(errors).toEqual([{ attribute: 'enablement_rules', message: error.message, data }])
  expect(await enabledOf(world)).toEqual([])
  expect([...(await eventsOf(world, world.mine)), ...(await eventsOf(world, world.hub))]).toEqual([])
})

test('ignores a tier, status or rules in the request', async () => {
  const { session } = await forger()
  for (const claim of [{ tier: 'pro' }, { status: 'enabled' }, { enablement_rules: { block_user: false } }]) {
    const body = { id: 'filtered', ...claim }
    expect((await call('POST', '/api/applets', { session, body })).status).toBe(422)
    expect((await call('PATCH', '/api/applets/filtered', { session, body: claim })).status).toBe(422)
  }
})

test("restores an author's Applet on any plan without enabling it", async () => {
  const world = await forger()
  const { db, author } = world
  const { token: session } = await signIn(db, author, Date.now())
  const applet = await aPlainApplet(world, { filter_code: 'skip()', archived_at: 1 })
  await anEnablement(db, author, applet, { status: 'disabled' })
  const restored = await call('POST', `/api/applets/${applet.id}/restore`, { session })
  expect(restored.status).toBe(200)
  const rules = { block_user: true, minimum_tier: 'pro', block_reason: 'filter_code' }
  expect(await restored.json()).toMatchObject({ applet: { status: 'disabled_for_user', enablement_rules: rules } })
  expect((await enablementOf(world, author, applet))?.status).toBe('disabled')
})

test('allows switching off, disabling and deleting whatever the plan', async () => {
  const { session } = await forger()
  const off = [{ slug: 'lights', disabled: true }]
  expect((await call('PATCH', '/api/applets/hub/configurations', { session, body: off })).status).toBe(200)
  expect((await call('POST', '/api/applets/hub/disable', { session })).status).toBe(200)
  expect((await call('DELETE', '/api/applets/hub', { session })).status).toBe(200)
})
