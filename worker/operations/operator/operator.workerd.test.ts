import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import template from '../../../dev/service/template.json'
import { PROOF_LASTS } from '../../contract/limits.ts'
import { services as servicesTable } from '../../db/schema/connections.ts'
import { operator_log } from '../../db/schema/operator.ts'
import { runners } from '../../db/schema/runners.ts'
import { service_files } from '../../db/schema/service-files.ts'
import { stripe_events } from '../../db/schema/stripe-events.ts'
import { saveServiceFile } from '../../services/operator/save-service-file.ts'
import { switchKey } from '../../services/service-switch.ts'
import { aService, aUser } from '../../testing/rows.ts'
import { TEST_START, testCtx } from '../../testing/test-ctx.ts'
import { readOperatorOverview } from './read-operator-overview.ts'
import { replayEvent } from './replay-event.ts'
import { confirmService } from './confirm-service.ts'
import { switchService } from './switch-service.ts'

/** A user whom the setting names, one whom it does not, and two services. */
async function aWorld() {
  const settings = { OPERATORS: ['usr_operator'] }
  const base = await testCtx({ settings })
  const operator = await aUser(base.db, { id: 'usr_operator', login: 'olga' })
  const other = await aUser(base.db)
  await aService(base.db, { module_name: 'linear', name: 'Linear', connect_kind: 'oauth2' })
  await aService(base.db, { module_name: 'feeds', name: 'Feeds', connect_kind: 'none', published: false })
  const event = { type: 'x', customer: null, created_at: 1, retry_at: 1, received_at: TEST_START }
  await base.db.insert(stripe_events).values([
    { ...event, id: 'evt_parked', parked: 'no_data', processed_at: 5, attempts: 1 },
    { ...event, id: 'evt_given_up', parked: null, processed_at: null, attempts: 100 },
    { ...event, id: 'evt_fine', parked: null, processed_at: 5, attempts: 1 },
    { ...event, id: 'evt_waiting', parked: null, processed_at: null, attempts: 99 },
  ])
  await base.kv.delete(switchKey('linear'))
  return { base, ctx: await base.as(operator), other: await base.as(other) }
}

const changes = (ctx: { db: Awaited<ReturnType<typeof testCtx>>['db'] }) => ctx.db.select().from(operator_log)

test('there is no such page for anyone else', async () => {
  const { base, ctx, other } = await aWorld()
  for (const call of [
    readOperatorOverview,
    (caller: typeof ctx) => switchService(caller, 'linear', false),
    (caller: typeof ctx) => replayEvent(caller, 'evt_parked'),
    (caller: typeof ctx) => confirmService(caller, 'linear'),
  ]) {
    await expect(call(other)).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await changes(base)).toEqual([])
})

test('a change needs a proof of the last 15 minutes', async () => {
  const { ctx } = await aWorld()
  ctx.advance(PROOF_LASTS)
  await expect(switchService(ctx, 'linear', false)).rejects.toMatchObject({ code: 'proof_required' })
  await expect(replayEvent(ctx, 'evt_parked')).rejects.toMatchObject({ code: 'proof_required' })
  await expect(confirmService(ctx, 'linear')).rejects.toMatchObject({ code: 'proof_required' })
  expect((await readOperatorOverview(ctx)).changes).toEqual([])
})

test('stops and starts a service, and says who did it', async () => {
  const { ctx } = await aWorld()
  expect(await switchService(ctx, 'linear', false)).toEqual({ running: false })
  expect(await ctx.kv.get(switchKey('linear'))).not.toBeNull()
  expect((await readOperatorOverview(ctx)).services).toMatchObject([
    { module_name: 'feeds', published: false, running: true, setup: 'ready', redirect_uri: null },
    { module_name: 'linear', running: false, setup: 'no_client', hosts: ['api.linear.app'] },
  ])
  ctx.advance(1)
  await switchService(ctx, 'linear', true)
  const page = await readOperatorOverview(ctx)
  expect(page.services[1]).toMatchObject({ running: true })
  expect(page.changes).toMatchObject([
    { login: 'olga', action: 'start_service', subject: 'linear', before: '{"running":false}', outcome: 'done' },
    { action: 'stop_service', before: '{"running":true}', after: '{"running":false}', outcome: 'done' },
  ])
})

test('a switch that fails stays in the log as failed', async () => {
  const { ctx } = await aWorld()
  const kv = { ...ctx.kv, get: async () => null, put: () => Promise.reject(new Error('KV is down.')) } as never
  await expect(switchService({ ...ctx, kv }, 'linear', false)).rejects.toThrow('KV is down.')
  expect(await changes(ctx)).toMatchObject([{ action: 'stop_service', outcome: 'failed' }])
  await expect(switchService(ctx, 'unknown', false)).rejects.toMatchObject({ code: 'not_found' })
})

test('an operator ends that a service is new, once', async () => {
  const { ctx } = await aWorld()
  await expect(confirmService(ctx, 'linear')).rejects.toMatchObject({ code: 'not_found' })
  await ctx.db.update(servicesTable).set({ unverified: true }).where(eq(servicesTable.module_name, 'linear'))
  expect((await readOperatorOverview(ctx)).services).toMatchObject([{ is_new: false }, { is_new: true }])
  const presses = await Promise.allSettled([confirmService(ctx, 'linear'), confirmService(ctx, 'linear')])
  expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const page = await readOperatorOverview(ctx)
  expect(page.services[1]).toMatchObject({ is_new: false })
  expect(page.changes).toMatchObject([{ login: 'olga', action: 'confirm_service', subject: 'linear', outcome: 'done' }])
})

test('has parked and given up events of Stripe handled again', async () => {
  const { ctx } = await aWorld()
  expect((await readOperatorOverview(ctx)).events.map(({ id }) => id).toSorted()).toEqual([
    'evt_given_up',
    'evt_parked',
  ])
  await replayEvent(ctx, 'evt_parked')
  expect(ctx.jobs).toMatchObject([{ kind: 'stripe_event', id: 'evt_parked' }])
  const [row] = await ctx.db.select().from(stripe_events).where(eq(stripe_events.id, 'evt_parked'))
  expect(row).toMatchObject({ parked: null, processed_at: null, attempts: 0, retry_at: 0 })
  const page = await readOperatorOverview(ctx)
  expect(page.events.map(({ id }) => id)).toEqual(['evt_given_up'])
  expect(page.changes).toMatchObject([{ action: 'replay_event', subject: 'evt_parked', outcome: 'done' }])
  for (const id of ['evt_parked', 'evt_fine', 'evt_waiting', 'unknown'])
    await expect(replayEvent(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('an event is replayed while the queue is down', async () => {
  const { ctx } = await aWorld()
  const queue = { send: () => Promise.reject(new Error('The queue is down.')) }
  await replayEvent({ ...ctx, queue }, 'evt_parked')
  const [row] = await ctx.db.select().from(stripe_events).where(eq(stripe_events.id, 'evt_parked'))
  expect(row).toMatchObject({ parked: null, retry_at: 0 })
})

test('counts Runners that are behind or late', async () => {
  const { ctx } = await aWorld()
  const hour = 3_600_000
  const overdueSince = { wanted: ctx.now() - hour, wake_by: ctx.now() - hour }
  const user = await aUser(ctx.db)
  await ctx.db.insert(runners).values([
    { user_id: 'usr_operator', applied: 1, ...overdueSince },
    { user_id: user.id, applied: 1, ...overdueSince },
  ])
  const { runners: overdue } = await readOperatorOverview(ctx)
  expect(overdue).toMatchObject({ behind: 2, late: 2 })
  expect(overdue.oldest).toContainEqual({ user_id: 'usr_operator', due_at: ctx.now() - hour })
  await ctx.db.update(runners).set({ applied: ctx.now(), wake_by: ctx.now() + hour })
  expect((await readOperatorOverview(ctx)).runners).toEqual({ behind: 0, late: 0, oldest: [] })
})

test('shows what calls to hosts met, and which cannot be asked', async () => {
  const { ctx } = await aWorld()
  const met = { open: true, calls: 12, failures: 10, users: 5 }
  const hosts = {
    read: async (host: string) => {
      if (host !== 'api.linear.app') throw new Error('unreachable')
      return met
    },
  }
  const page = await readOperatorOverview({ ...ctx, hosts })
  expect(page.hosts.find(({ host }) => host === 'api.linear.app')?.state).toEqual(met)
  expect(page.hosts.filter(({ state }) => state === null).length).toBe(page.hosts.length - 1)
})

test('says what to register where, also with a service key alone', async () => {
  const { base, ctx } = await aWorld()
  const fields = [{ slug: 'token', label: 'Personal access token', type: 'secret' as const }]
  await aService(base.db, { module_name: 'github', name: 'GitHub', connect_fields: fields })
  await aService(base.db, { module_name: 'mastodon', name: 'Mastodon' })
  await aService(base.db, { module_name: 'parcels', name: 'Parcels' })
  const settings = { ...ctx.settings, SERVICE_CREDENTIALS: { linear: { service_key: 'a-key-alone' } } }
  const { services } = await readOperatorOverview({ ...ctx, settings })
  const callback = 'http://localhost:8788/api/connections/callback'
  expect(services.slice(1)).toMatchObject([
    {
      module_name: 'github',
      setup: 'no_sign_in',
      redirect_uri: `${callback}/github`,
      register_url: 'https://github.com/settings/developers',
    },
    {
      module_name: 'linear',
      setup: 'no_client',
      redirect_uri: `${callback}/linear`,
      register_url: 'https://linear.app/settings/api/applications/new',
    },
    { module_name: 'mastodon', setup: 'ready', redirect_uri: null },
    { module_name: 'parcels', setup: 'no_client', redirect_uri: `${callback}/parcels`, register_url: null },
  ])
})

test('shows set-up and hosts of an added service too', async () => {
  const { ctx } = await aWorld()
  const { module_name } = await saveServiceFile(ctx, {
    file: JSON.stringify({ ...template, hosts: ['api.acme.example'] }),
  })
  const met = { open: true, calls: 3, failures: 3, users: 1 }
  const page = await readOperatorOverview({ ...ctx, hosts: { read: async () => met } })
  expect(page.services.find((each) => each.module_name === module_name)?.hosts).toEqual(['api.acme.example'])
  expect(page.hosts).toContainEqual({ host: 'api.acme.example', state: met })
})

test('says what is wrong with the Workers', async () => {
  const { ctx } = await aWorld()
  expect((await readOperatorOverview(ctx)).problems).toEqual([])
  const runnerHealth = { report: () => Promise.reject(new Error('Worker not found.')) }
  const { problems } = await readOperatorOverview({ ...ctx, runnerHealth })
  expect(problems).toEqual(["The Runner's Worker does not answer."])
})

test('lists services by name, whatever their case', async () => {
  const { base, ctx } = await aWorld()
  await aService(base.db, { module_name: 'ntfy', name: 'ntfy' })
  await aService(base.db, { module_name: 'slack', name: 'Slack' })
  const { services } = await readOperatorOverview(ctx)
  expect(services.map(({ name }) => name)).toEqual(['Feeds', 'Linear', 'ntfy', 'Slack'])
})

test('shows the hosts of more services than a statement has parameters', async () => {
  const { base, ctx } = await aWorld()
  for (let number = 0; number < 101; number += 1) {
    const module_name = `added_${number}`
    await aService(base.db, { module_name, name: module_name })
    const file = JSON.stringify({ ...template, hosts: [`${number}.acme.example`] })
    await base.db.insert(service_files).values({ module_name, file, updated_at: TEST_START })
  }
  expect((await readOperatorOverview(ctx)).hosts.map(({ host }) => host)).toContain('100.acme.example')
})
