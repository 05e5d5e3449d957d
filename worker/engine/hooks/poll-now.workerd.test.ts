import { expect, test } from 'vitest'
import { trigger_identities } from '../../db/schema/runners.ts'
import { settingsOf, type Settings } from '../../system/context/env.ts'
import { env } from 'cloudflare:test'
import { ensureRunner } from '../runner-sync/sync-runner.ts'
import { aConnectedAccount, aUser, someServices } from '../../testing/rows.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { pollNow, queuePolls } from './poll-now.ts'
import { send } from './send-event.fixture.ts'

const KEY = 'a-service-key'
const credentials: Settings['SERVICE_CREDENTIALS'] = {
  github: { client_id: 'a', client_secret: 'b', service_key: KEY },
  google_sheets: { client_id: 'a', client_secret: 'b' },
}

/** Ada's Runner has the subscriptions i1 and i2 of one account at github, and i3 at google_sheets. */
async function someSubscriptions() {
  const ctx = await testCtx({ settings: { SERVICE_CREDENTIALS: credentials } })
  await someServices(ctx.db, [{ module_name: 'github' }, { module_name: 'google_sheets' }])
  // Somebody else has a Runner too.
  await ensureRunner(ctx, (await aUser(ctx.db)).id)
  const user = await aUser(ctx.db)
  const runner_id = await ensureRunner(ctx, user.id)
  const account = await aConnectedAccount(ctx.db, user, 'github', { account_id: 'ada' })
  const [first, second] = ['i1', 'i2'].map((identity) => {
    return { identity, user_id: user.id, module_name: 'github', account_id: account.id }
  })
  const other = { identity: 'i3', user_id: user.id, module_name: 'google_sheets', account_id: null }
  await ctx.db.insert(trigger_identities).values([first, second, other].flatMap((row) => row ?? []))
  const polls = () => ctx.jobs.splice(0).flatMap((job) => (job.kind === 'poll_now' ? job.polls : []))
  return { ctx, runner_id, polls }
}

test("a service's hint polls its subscriptions soon", async () => {
  const { ctx, runner_id, polls } = await someSubscriptions()
  await queuePolls(ctx, [KEY], { data: [{ trigger_identity: 'i1' }, { trigger_identity: 'i3' }] })
  expect(polls()).toEqual([{ runner_id, identity: 'i1' }])
  await queuePolls(ctx, [undefined, KEY], { data: [{ user_id: 'ada' }, { user_id: 'bob' }] })
  expect(
    polls()
      .map(({ identity }) => identity)
      .toSorted(),
  ).toEqual(['i1', 'i2'])
})

test('hints poll a subscription at most every five seconds', async () => {
  const { ctx, polls } = await someSubscriptions()
  const hint = async () => {
    await queuePolls(ctx, [KEY], { data: [{ trigger_identity: 'i1' }] })
    return polls().length
  }
  expect([await hint(), await hint(), await hint()]).toEqual([1, 1, 0])
  ctx.advance(4000)
  expect(await hint()).toBe(0)
  ctx.advance(1000)
  expect(await hint()).toBe(1)
})

test('a wrong key is answered 401', async () => {
  const { ctx, polls } = await someSubscriptions()
  for (const key of [undefined, '', 'wrong']) {
    const hinted = queuePolls(ctx, [key], { data: [{ trigger_identity: 'i1' }] })
    await expect(hinted).rejects.toMatchObject({ code: 'bad_service_key', status: 401 })
  }
  expect(polls()).toEqual([])
})

test('reads hints over HTTP, at most 1,000', async () => {
  await someSubscriptions()
  const bindings = { ...env, SERVICE_CREDENTIALS: JSON.stringify(credentials) }
  expect(settingsOf(bindings).SERVICE_CREDENTIALS).toEqual(credentials)
  const post = (data: unknown, headers: Record<string, string>) =>
    send('http://localhost:8788/v1/notifications', { bindings, headers, body: JSON.stringify({ data }) })
  expect((await post([{ trigger_identity: 'i1' }], { 'ifttt-channel-key': KEY })).status).toBe(200)
  expect((await post([], { 'ifttt-service-key': KEY })).status).toBe(200)
  expect((await post([], {})).status).toBe(401)
  const many = Array.from({ length: 1001 }, () => ({ user_id: 'ada' }))
  expect((await post(many, { 'ifttt-service-key': KEY })).status).toBe(422)
  expect((await post('x', { 'ifttt-service-key': KEY })).status).toBe(422)
})

test('a Runner that is away costs only the hint', async () => {
  const { ctx, runner_id } = await someSubscriptions()
  const polls = [
    { runner_id, identity: 'i1' },
    { runner_id: 'nonsense', identity: 'i2' },
  ]
  await expect(pollNow(ctx, { kind: 'poll_now', id: 'job_1', polls })).resolves.toBeUndefined()
})
