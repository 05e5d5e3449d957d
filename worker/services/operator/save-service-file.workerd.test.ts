import { env, evictDurableObject } from 'cloudflare:test'
import { and, eq, lt, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import template from '../../../dev/service/template.json'
import { connectKey } from '../../connections/connect-key.ts'
import { storedFieldsOptions } from '../../connections/access/stored-fields-options.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { connected_accounts, services, step_fields } from '../../db/schema/connections.ts'
import { enablements } from '../../db/schema/applets.ts'
import { readServiceFiles } from '../../db/services/added-service-files.ts'
import { markOutdatedRunners } from '../../db/runners/runner-services.ts'
import { runner_services, runners } from '../../db/schema/runners.ts'
import { operator_log } from '../../db/schema/operator.ts'
import { service_files } from '../../db/schema/service-files.ts'
import type { Program, ProgramStep } from '../../system/runner-api/program.ts'
import { readSnapshot } from '../../engine/runner-sync/read-snapshot.ts'
import { ensureRunner, syncRunner } from '../../engine/runner-sync/sync-runner.ts'
import { sweepRunners } from '../../engine/runner-sync/sweep-runners.ts'
import type { RunnerObject } from '../../engine/runner/runner.ts'
import { markRunners, RESTORE_MARKS } from '../../operations/restore/restore-marks.ts'
import { accountOwner, decryptToken } from '../../system/secrets/token-encryption.ts'
import { eventually } from '../../testing/eventually.ts'
import { anApplet, anEnablement, aService, aStep, aUser } from '../../testing/rows.ts'
import { bookmarkDatabase } from '../../testing/time-travel.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { checkStepField } from '../find-step-file.ts'
import { loadServices, serviceFile } from '../known-services.ts'
import { listAddedServices } from './list-added-services.ts'
import { saveServiceFile } from './save-service-file.ts'

/** An operator, and the API of the service Acme, which knows the key `k-right`. */
async function anOperator(settings: { SERVICE_HOSTS?: string[] } = {}) {
  const asked: string[] = []
  const base = await testCtx({
    settings: { OPERATORS: ['usr_operator'], ...settings },
    fetch: async (address, init) => {
      const key = new Headers(init?.headers).get('x-api-key')
      asked.push(`${String(address)} ${key}`)
      if (key !== 'k-right' && key !== 'k-newer') return Response.json({ message: `No key ${key}` }, { status: 401 })
      if (String(address).endsWith('/boxes')) return Response.json({ boxes: [{ id: 7, title: 'Hall' }] })
      return Response.json({ id: 1, name: 'Ada' })
    },
  })
  const user = await aUser(base.db, { id: 'usr_operator' })
  return { ctx: await base.as(user), base, user, asked }
}

const fileOf = (change: object = {}) => ({ file: JSON.stringify({ ...template, ...change }) })

test('an operator adds a service to the running site', async () => {
  const { ctx } = await anOperator()
  expect(await saveServiceFile(ctx, fileOf())).toEqual({
    module_name: 'acme',
    name: 'Acme',
    version: 1,
    updated_at: ctx.now(),
  })
  expect(await ctx.db.select().from(services)).toMatchObject([
    {
      module_name: 'acme',
      connect_kind: 'key',
      connect_fields: [{ slug: 'api_key', type: 'secret' }],
      icon: '/icons/services/other.svg',
      terms_url: 'https://acme.example/terms',
    },
  ])
  expect(await ctx.db.select().from(step_fields)).toContainEqual(
    expect.objectContaining({ step_id: 'acme/triggers/new_parcel', slug: 'box' }),
  )
  expect(await listAddedServices(ctx)).toEqual([
    { module_name: 'acme', name: 'Acme', version: 1, updated_at: ctx.now() },
  ])
})

test('each change is logged with what was there before', async () => {
  const { ctx } = await anOperator()
  await saveServiceFile(ctx, fileOf())
  expect(await saveServiceFile(ctx, fileOf({ description: 'Other words.' }))).toMatchObject({ version: 2 })
  const [first, second] = await ctx.db.select().from(operator_log)
  expect(first).toMatchObject({ user_id: 'usr_operator', subject: 'acme', before: 'null', created_at: ctx.now() })
  expect(second).toMatchObject({ before: first?.after })
  expect(JSON.parse(second?.after ?? '')).toMatchObject({ description: 'Other words.' })
})

test('nobody but operators adds or lists services', async () => {
  const { base } = await anOperator()
  const other = await base.as(await aUser(base.db))
  await expect(saveServiceFile(base, fileOf())).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(saveServiceFile(other, fileOf())).rejects.toMatchObject({ code: 'not_found' })
  await expect(listAddedServices(other)).rejects.toMatchObject({ code: 'not_found' })
  expect(await base.db.select().from(service_files)).toEqual([])
})

test('an operator shows again who they are', async () => {
  const { ctx } = await anOperator()
  ctx.advance(16 * MINUTE)
  await expect(saveServiceFile(ctx, fileOf())).rejects.toMatchObject({ code: 'proof_required' })
})

test.each<[string, { file: string }, string]>([
  ['is not JSON', { file: '{' }, 'file'],
  ['is nested beyond reason', fileOf({ samples: JSON.parse(`${'{"a":'.repeat(900)}1${'}'.repeat(900)}`) }), 'file'],
  ['has a mistake', fileOf({ color: 'red' }), 'color'],
  ['is called like another', fileOf({ id: 'github' }), 'id'],
  ['names a host that is not allowed', fileOf({ hosts: ['api.other.example'] }), 'hosts.0'],
])('a file that %s changes nothing', async (_, file, place) => {
  const { ctx } = await anOperator({ SERVICE_HOSTS: ['api.acme.example'] })
  const errors = expect.arrayContaining([expect.objectContaining({ attribute: place })])
  await expect(saveServiceFile(ctx, file)).rejects.toMatchObject({ code: 'invalid_input', detail: { errors } })
  expect(await ctx.db.select().from(services)).toEqual([])
  expect(await ctx.db.select().from(operator_log)).toEqual([])
})

test('pasted values are sealed together and replaced on reconnect', async () => {
  const { ctx, asked } = await anOperator()
  await saveServiceFile(ctx, fileOf({ id: 'acme_pasted' }))
  const connect = (api_key: string) => connectKey(ctx, { module_name: 'acme_pasted', values: { api_key } })
  await expect(connect('k-wrong')).rejects.toMatchObject({ code: 'invalid_key', detail: { attribute: 'api_key' } })
  expect(await ctx.db.select().from(connected_accounts)).toEqual([])
  const first = await connect('k-right')
  expect(first).toMatchObject({ account_name: 'Ada', status: 'connected' })
  await ctx.db.update(connected_accounts).set({ status: 'broken' })
  expect(await connect('k-newer')).toMatchObject({ id: first.id, status: 'connected' })
  const [row] = await ctx.db.select().from(connected_accounts)
  if (!row) throw new Error('No account.')
  const opened = await decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(row), row.access_token)
  expect(JSON.parse(opened)).toEqual({ api_key: 'k-newer' })
  expect(asked.at(-1)).toBe('https://api.acme.example/me k-newer')
})

test('live options are asked for with the pasted values', async () => {
  const { ctx, asked } = await anOperator()
  await saveServiceFile(ctx, fileOf({ id: 'acme_live' }))
  await connectKey(ctx, { module_name: 'acme_live', values: { api_key: 'k-right' } })
  const resolve_url = 'https://api.acme.example/boxes'
  expect(await storedFieldsOptions(ctx, { resolve_url })).toEqual([{ label: 'Hall', value: '7' }])
  expect(asked.at(-1)).toBe('https://api.acme.example/boxes k-right')
})

const step = (id: number, module_name: string, slug: string, fields = {}): ProgramStep<'action'> => ({
  id,
  kind: 'action',
  module_name,
  slug,
  fields,
  account_id: null,
})

test('a Runner out of memory knows an added service without D1', async () => {
  const { ctx, user } = await anOperator()
  expect(await saveServiceFile(ctx, openFile('acme_run'))).toMatchObject({ version: 1 })
  const id = ctx.runners.newId()
  const KEY = 'e'.repeat(64)
  const program: Program = {
    applet_id: 1,
    version: 1,
    name: 'Opens a box',
    running: true,
    enabled_at: 1,
    needs: { multi_action: false, queries: false, filter_code: false, several_accounts: false, plan: null },
    branches: [
      {
        feature: null,
        trigger: { ...step(0, 'webhooks', 'web_request'), kind: 'trigger', identity: 'hook' },
        steps: [step(1, 'acme_run', 'open_box', { box: '' })],
      },
    ],
    hook_key_hash: KEY,
    notify_runs: false,
    notify_failures: false,
    keep_contents: true,
    min_gap: null,
    quiet: null,
    expect_every: null,
  }
  const nobody = { accounts: [], subscriptions: [], maker_key_hash: null, paused_until: null }
  const runner = ctx.runners.get(id)
  const told = { programs: [program], service_files: await ctx.readServiceFiles(['acme_run', 'webhooks']) }
  await runner.sync({ user_id: user.id, wanted: 1, timezone: 'UTC', ...nobody, ...told })
  await ctx.db.delete(service_files)
  const objects = env.RUNNER as DurableObjectNamespace<RunnerObject>
  await evictDurableObject(objects.get(objects.idFromString(id)))
  const event = {
    event_id: null,
    body_hash: 'a',
    kind: 'text',
    content_type: 'text/plain',
    bytes: 2,
    text: 'hi',
  } as const
  await ctx.runners.get(id).accept({ target: { kind: 'applet', key_hash: KEY }, ...event, ingredients: {}, hops: 0 })
  // Only who knows the file knows the label of its field.
  await eventually(async () => {
    const { runs } = await ctx.runners.get(id).listRuns({ limit: 1 })
    const run = runs[0] && (await ctx.runners.get(id).readRun(runs[0].id))
    expect(JSON.stringify(run)).toContain('Box ID came out empty.')
  })
  expect(await ctx.db.select().from(services).where(eq(services.module_name, 'acme_run'))).toHaveLength(1)
})

/** A service that needs no account, with a change. */
function openFile(id: string, change: object = {}) {
  const { headers: _, samples, ...file } = template
  const { account: _account, ...open } = samples
  return { file: JSON.stringify({ ...file, id, connect: { kind: 'none' }, samples: open, ...change }) }
}

test('a file with shared parts is kept as it was written', async () => {
  const { ctx } = await anOperator()
  const [{ slug: _, ...box }, note] = template.actions[0]!.fields as [{ slug: string }, object]
  const shared = { fields: { box } }
  const written = openFile('acme_shared', { shared, actions: [{ ...template.actions[0], fields: ['box', note] }] })
  await saveServiceFile(ctx, written)
  expect(await readServiceFiles(ctx.db, ['acme_shared'])).toMatchObject([written])
  await loadServices(ctx, ['acme_shared'])
  expect(serviceFile('acme_shared')?.actions).toEqual(template.actions)
})

test('a value of another form than its field asks for is refused', async () => {
  const { ctx } = await anOperator()
  const match = { as: '{box}', message: 'A box is named without slashes.' }
  const actions = template.actions.map((each) => ({
    ...each,
    fields: each.fields.map((field) => (field.slug === 'box' ? { ...field, match } : field)),
  }))
  await saveServiceFile(ctx, openFile('acme_match', { actions }))
  await loadServices(ctx, ['acme_match'])
  const check = (value: string) =>
    checkStepField({ module_name: 'acme_match', kind: 'action', slug: 'open_box' }, 'box', value)
  expect([check('A/7'), check('A7'), check('{{Box}}')]).toEqual([match.message, null, null])
})

/** Two added services, and a user each with an Applet that ends in it, whose Runners are told. */
async function twoServicesInUse() {
  const { ctx } = await anOperator()
  await aService(ctx.db, { module_name: 'webhooks', connect_kind: 'none' })
  const hook = await aStep(ctx.db, 'webhooks', 'trigger', 'web_request')
  const userOf = async (id: string) => {
    await saveServiceFile(ctx, openFile(id, { name: id }))
    const user = await aUser(ctx.db)
    const open = { step: { id: `${id}/actions/open_box` }, fields: { box: '', note: 'Hi' } }
    await anEnablement(ctx.db, user, await anApplet(ctx.db, user, [{ step: hook }, open]))
    await syncRunner(ctx, user.id)
    return user
  }
  const [first, second] = [await userOf('acme_first'), await userOf('acme_second')]
  const behind = async () => {
    const rows = await ctx.db.select().from(runners).where(lt(runners.applied, runners.wanted))
    return rows.map(({ user_id }) => user_id)
  }
  const has = async () => {
    const rows = await ctx.db.select().from(runner_services).orderBy(runner_services.module_name)
    return rows.map(({ user_id, version }) => [user_id, version])
  }
  return { ctx, first, second, behind, has }
}

test('a changed file reaches the Runners that use it, and no others', async () => {
  const { ctx, first, second, has } = await twoServicesInUse()
  expect(await has()).toEqual([
    [first.id, 1],
    [second.id, 1],
  ])
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 0 })
  ctx.jobs.length = 0
  await saveServiceFile(ctx, openFile('acme_first', { name: 'Other' }))
  expect(ctx.jobs).toMatchObject([{ kind: 'scheduled_task', task: 'runners' }])
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 1, more: false })
  expect(await has()).toEqual([
    [first.id, 2],
    [second.id, 1],
  ])
  expect(await sweepRunners(ctx)).toMatchObject({ synced: 0 })
})

test('a Runner that is told nothing new is told the file later', async () => {
  const { ctx, first, second, has } = await twoServicesInUse()
  await saveServiceFile(ctx, openFile('acme_first', { name: 'Other' }))
  await syncRunner(ctx, first.id, { again: true })
  expect(await has()).toContainEqual([first.id, 1])
  await sweepRunners(ctx)
  expect(await has()).toEqual([
    [first.id, 2],
    [second.id, 1],
  ])
})

test('a Runner that was told before files came asks for them', async () => {
  const { ctx, first, has } = await twoServicesInUse()
  const user = await aUser(ctx.db)
  const [enabled] = await ctx.db.select().from(enablements).where(eq(enablements.user_id, first.id))
  const applet = { id: enabled?.applet_id ?? 0 }
  await anEnablement(ctx.db, user, applet)
  const runner = ctx.runners.get(await ensureRunner(ctx, user.id))
  const read = await readSnapshot(ctx, user.id)
  // As an API Worker of before tells it.
  if (read) await runner.sync(read.snapshot)
  const own = eq(runners.user_id, user.id)
  await ctx.db.update(runners).set({ applied: runners.wanted }).where(own)
  await runner.testRun(applet.id)
  await eventually(async () => {
    expect(
      await ctx.db
        .select()
        .from(runners)
        .where(and(own, lt(runners.applied, runners.wanted))),
    ).toHaveLength(1)
  })
  await sweepRunners(ctx)
  expect(await has()).toContainEqual([user.id, 1])
})

test('after a restore Runners take the files that D1 has', async () => {
  const { ctx, first, second, has } = await twoServicesInUse()
  const restore = await bookmarkDatabase()
  await saveServiceFile(ctx, openFile('acme_first', { name: 'Other' }))
  await sweepRunners(ctx)
  await restore()
  await env.DB.batch([...RESTORE_MARKS, markRunners(Date.now())].map((mark) => env.DB.prepare(mark)))
  await sweepRunners(ctx)
  expect(await has()).toEqual([
    [first.id, 1001],
    [second.id, 1001],
  ])
})

test('Runners are marked in portions', async () => {
  const { ctx, first, second, behind } = await twoServicesInUse()
  for (const id of ['acme_first', 'acme_second']) await saveServiceFile(ctx, openFile(id, { name: 'Other' }))
  const portion = () => ctx.db.batch([...markOutdatedRunners(ctx.db, { now: ctx.now(), most: 1 })])
  await portion()
  expect(await behind()).toEqual([first.id])
  await portion()
  expect(new Set(await behind())).toEqual(new Set([first.id, second.id]))
})

test('an added service costs its sync one read more', async () => {
  const { ctx, first } = await twoServicesInUse()
  const trips = async () => {
    await ctx.db.update(runners).set({ wanted: sql`${runners.wanted} + 1` })
    return roundTrips(ctx, (counted) => syncRunner(counted, first.id))
  }
  expect(await trips()).toBe(3)
  await ctx.db.delete(enablements)
  expect(await trips()).toBe(2)
})
