import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '../../system/d1/client.ts'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { syncRunner } from '../runner-sync/sync-runner.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { withLogIds } from '../../system/log/log.ts'
import { eventually } from '../../testing/eventually.ts'
import { listenToLog } from '../../testing/logged-lines.ts'
import { aConnectedAccount } from '../../testing/rows.ts'
import { notifications } from '../../db/schema/notifications.ts'
import type { Program, ProgramStep, RunnerSnapshot } from '../../system/runner-api/program.ts'
import type { HookEvent, RunnerApi } from '../../system/runner-api/runner-api.ts'
import { anAppletFixture, aPlainApplet } from '../../applets/testing/stored-applet.fixture.ts'
import type { RunnerObject } from './runner.ts'
import { aBranch, aProgram, aRequest, aSnapshot, aStep } from './testing/applet-makers.ts'

const KEY = 'a'.repeat(64)

function step(id: number, module_name: string, slug: string, fields: Record<string, string> = {}) {
  return { ...aStep(id, slug, fields), module_name }
}

function hookProgram(applet_id: number, actions: ProgramStep<'action'>[]): Program {
  const trigger = { ...step(0, 'webhooks', 'web_request'), kind: 'trigger', identity: 'hook' } as const
  return aProgram(applet_id, [aBranch(trigger, actions)], { hook_key_hash: KEY })
}

function snapshotOf(user_id: string, programs: Program[]): RunnerSnapshot {
  return aSnapshot(1, programs, { user_id, maker_key_hash: null })
}

function request(more: Partial<HookEvent> = {}): HookEvent {
  return aRequest(0, { target: { kind: 'applet', key_hash: KEY }, content_type: 'text/plain', ...more })
}

async function accepted(runner: RunnerApi) {
  const answer = await runner.accept(request())
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  return answer.receipt
}

async function openRuns(runner: RunnerApi): Promise<number> {
  return (await runner.listRuns({ filter: 'open', limit: 1 })).runs.length
}

async function aRunner() {
  const world = await anAppletFixture()
  const { ctx, user } = world
  const applet = await aPlainApplet(world)
  const id = ctx.runners.newId()
  const runner = ctx.runners.get(id)
  await runner.sync(
    snapshotOf(user.id, [hookProgram(applet.id, [step(1, 'notifications', 'send', { message: 'Got {{Value1}}' })])]),
  )
  const notified = () => connect(env.DB).select().from(notifications).where(eq(notifications.user_id, user.id))
  const runners = env.RUNNER as DurableObjectNamespace<RunnerObject>
  const stub = runners.get(runners.idFromString(id))
  return { runner, stub, user, applet, notified }
}

test('an accepted request becomes a notification, and its receipt says so', async () => {
  const { runner, notified } = await aRunner()
  const receipt = await accepted(runner)
  await eventually(async () => expect((await runner.receipt(KEY, receipt))?.runs).toMatchObject([{ state: 'done' }]))
  expect(await notified()).toMatchObject([{ text: 'Got hi' }])
})

test('texts tell two of the same query apart', async () => {
  const { runner, user, applet, notified } = await aRunner()
  const message = '{{Schedule.nextTime.Time}} and {{Schedule.nextTime2.Time}}'
  const program = hookProgram(applet.id, [step(3, 'notifications', 'send', { message })])
  const queries = ['30 7 * * *', '45 8 * * *'].map((cron, at) => ({
    ...step(at + 1, 'schedule', 'next_time', { cron }),
    kind: 'query' as const,
  }))
  const branches = program.branches.map((branch) => ({ ...branch, steps: [...queries, ...branch.steps] }))
  await runner.sync({ ...snapshotOf(user.id, [{ ...program, branches }]), wanted: 2 })
  await accepted(runner)
  await eventually(async () => expect(await notified()).toMatchObject([{ text: '07:30 and 08:45' }]))
})

test('a run is logged with the id of its request', async () => {
  const { runner, user } = await aRunner()
  const account = await aConnectedAccount(connect(env.DB), user, 'github')
  const fields = { repository: 'ada/site', title: 'x' }
  const program = hookProgram(1, [{ ...step(1, 'github', 'create_issue', fields), account_id: account.id }])
  await runner.sync({ ...snapshotOf(user.id, [program]), wanted: 2 })
  const logged = listenToLog()
  await withLogIds({ request_id: '00dd' }, () => accepted(runner))
  await eventually(() => expect(logged('token_unreadable')).toMatchObject([{ request_id: '00dd' }]))
})

test('a plain run writes at most six rows', async () => {
  const { runner, stub } = await aRunner()
  const written = () => runInDurableObject(stub, (instance: RunnerObject) => instance.rowsWritten())
  const before = await written()
  for (let n = 0; n < 10; n++) await accepted(runner)
  await eventually(async () => expect(await openRuns(runner)).toBe(0))
  expect((await written()) - before).toBeLessThanOrEqual(60)
})

test('what it accepted is there after it left memory', async () => {
  const { runner, stub } = await aRunner()
  const answer = await runner.accept(request({ event_id: 'one' }))
  await evictDurableObject(stub)
  expect(await runner.accept(request({ event_id: 'one' }))).toEqual(answer)
})

test('an Applet that starts itself ends after five hops', async () => {
  const world = await anAppletFixture()
  const { ctx, user } = world
  const applet = await aPlainApplet(world)
  const { hook_url } = (await enableApplet(ctx, { id: applet.id })).applet
  await ctx.settled()
  const runner = await syncRunner(ctx, user.id, { again: true })
  const key_hash = await sha256(hook_url?.split('/').at(-1) ?? '')
  const again = hookProgram(applet.id, [
    step(1, 'webhooks', 'make_request', { url: hook_url ?? '', method: 'POST', body: 'x' }),
  ])
  const snapshot = snapshotOf(user.id, [{ ...again, hook_key_hash: key_hash }])
  await runner?.sync({ ...snapshot, wanted: Number.MAX_SAFE_INTEGER })
  await runner?.accept(request({ target: { kind: 'applet', key_hash } }))
  await eventually(async () => {
    const runs = (await runner?.listRuns({ limit: 20 }))?.runs ?? []
    expect(runs.map(({ state }) => state).toSorted()).toEqual(['done', 'done', 'done', 'done', 'done', 'retrying'])
  })
})

test('an Applet that requires a signature takes no other request', async () => {
  const { runner, user } = await aRunner()
  const program = hookProgram(1, [step(1, 'notifications', 'send', { message: 'x' })])
  const [branch] = program.branches
  if (!branch) throw new Error('It has a branch.')
  branch.trigger.fields = { sender: 'github', secret: 's3cret' }
  await runner.sync({ ...snapshotOf(user.id, [program]), wanted: 2 })
  expect(await runner.accept(request())).toEqual({ kind: 'unsigned' })
  const mark = await hmacHex('s3cret', 'hi')
  const signed = request({ signatures: { 'x-hub-signature-256': `sha256=${mark}` } })
  expect(await runner.accept(signed)).toMatchObject({ kind: 'accepted' })
})

async function hmacHex(secret: string, text: string): Promise<string> {
  const encode = (of: string) => new TextEncoder().encode(of)
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(text)))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
