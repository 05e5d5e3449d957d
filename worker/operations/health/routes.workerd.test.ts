import { createExecutionContext, env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { RunnerHealth } from '../../app/runner/index.ts'
import { settingsOf } from '../../system/context/env.ts'
import { runCron } from '../jobs/cron.ts'
import { call } from '../../testing/call-api.ts'
import { listenToLog } from '../../testing/logged-lines.ts'
import { testCtx } from '../../testing/test-ctx.ts'

const never = { limit: async () => ({ success: false }) }
const overLimit = { CALLS: never, CALLS_PRO: never, CALLS_PRO_PLUS: never }

/** Makes the Runner's Worker with other bindings than the API Worker has. */
const runnerWith = (bindings: object) => {
  const worker = new RunnerHealth(createExecutionContext(), { ...env, ...bindings })
  return { RUNNER_HEALTH: { report: (challenge: string) => worker.report(challenge) } }
}
const version = (id: string) => ({ VERSION: { id, tag: '', timestamp: '' } })
const health = async (bindings: object) => {
  const response = await call('GET', '/api/health', { bindings: { ...env, ...bindings } })
  return { status: response.status, text: await response.text() }
}

test('answers the versions of both deployed Workers', async () => {
  const bindings = { ...env, ...version('f00d'), ...runnerWith(version('beef')) }
  const response = await call('GET', '/api/health', { bindings })
  const answer = { ok: true, version: 'f00d', runner_version: 'beef', problems: [] }
  expect([response.status, await response.json()]).toEqual([200, answer])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test("asks the Runner's Worker through its binding", async () => {
  expect(await health({})).toMatchObject({ status: 200, text: expect.stringContaining('"problems":[]') })
})

const OTHER = Buffer.alloc(32, 7).toString('base64')
const { SECRET_KEY, TOKEN_KEYS } = settingsOf(env)
const [newest = ''] = TOKEN_KEYS.split(',')

test.each([
  ['TOKEN_KEYS', `k9:${OTHER}`],
  ['TOKEN_KEYS', `k9:${OTHER},${newest}`],
  ['SECRET_KEY', OTHER],
  ['SERVICE_CREDENTIALS', '{"github":{"client_id":"a","client_secret":"b"}}'],
  ['SITE_ORIGIN', 'https://other.test'],
])('names %s where the other Worker has other ones, without showing it', async (name, value) => {
  const { status, text } = await health(runnerWith({ [name]: value }))
  expect(status).toBe(503)
  expect(JSON.parse(text).problems).toEqual([`The two Workers have different values of ${name}.`])
  for (const secret of [OTHER, TOKEN_KEYS, SECRET_KEY[0]]) expect(text).not.toContain(secret)
})

test('two Workers agree in the middle of a rotation', async () => {
  const both = `k9:${OTHER},${newest}`
  expect((await health({ TOKEN_KEYS: `${newest},k9:${OTHER}`, ...runnerWith({}) })).status).toBe(200)
  expect((await health({ TOKEN_KEYS: both, ...runnerWith({ TOKEN_KEYS: `${newest},k9:${OTHER}` }) })).status).toBe(200)
})

test.each([
  ['does not answer', { report: () => Promise.reject(new Error('The RPC receiver does not implement "report".')) }],
  ['does not answer', { report: () => new Promise(() => {}) }],
  ['cannot read D1', runnerWith({ DB: fakeD1(() => Promise.reject(new Error('D1 is away.'))) }).RUNNER_HEALTH],
])("says that the Runner's Worker %s", async (what, RUNNER_HEALTH) => {
  const { status, text } = await health({ RUNNER_HEALTH })
  expect([status, JSON.parse(text).problems]).toEqual([503, [`The Runner's Worker ${what}.`]])
})

test('the clock has it logged, with the reason', async () => {
  const logged = listenToLog()
  const ctx = await testCtx()
  const runnerHealth = { report: () => Promise.reject(new Error('Worker not found.')) }
  await runCron({ ...ctx, runnerHealth }, '12-59/15 * * * *')
  const problem = "The Runner's Worker does not answer."
  expect(logged('unhealthy')).toMatchObject([{ level: 'error', problem, message: 'Error: Worker not found.' }])
})

test('answers 503 while D1 fails', async () => {
  const DB = fakeD1(() => Promise.reject(new Error('D1 is away.')))
  const response = await call('GET', '/api/health', { bindings: { ...env, DB } })
  expect([response.status, await response.json()]).toMatchObject([503, { ok: false }])
})

test('answers 503 when D1 takes over two seconds', async () => {
  const DB = fakeD1(() => new Promise(() => {}))
  expect((await call('GET', '/api/health', { bindings: { ...env, DB } })).status).toBe(503)
})

test('counts no call of a monitor', async () => {
  expect((await call('GET', '/api/health', { bindings: { ...env, ...overLimit } })).status).toBe(200)
  expect((await call('GET', '/api/me', { bindings: { ...env, ...overLimit } })).status).toBe(429)
})

/** A D1 whose every statement ends like this. */
function fakeD1(answer: () => Promise<unknown>): typeof env.DB {
  const statement = { run: answer, all: answer, bind: () => statement }
  return Object.assign(Object.create(env.DB), { prepare: () => statement })
}
