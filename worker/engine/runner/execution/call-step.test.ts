import { expect, test } from 'vitest'
import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import type { RunnableService, StepIo } from '../../steps/service-steps.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { SimulatedClock } from '../../../testing/simulated-clock.ts'
import { aSnapshot } from '../testing/applet-makers.ts'
import { SimulatedRunner } from '../testing/simulated-runner.ts'
import { callService } from './call-step.ts'

const CREDENTIALS = { server: 'https://home.ada.example', token: 'tk_abcdefgh' }

/** A service at the user's own server, whose account was connected with two pasted values. */
function calling(more: Partial<RunnableService> = {}) {
  const noted = { taken: [] as string[], emptied: [] as string[], broken: 0, wait: 0 }
  const service: RunnableService = {
    module_name: 'home',
    identifier: 'Home',
    base_url: null,
    hosts: [],
    app_limit: null,
    base_field: 'server',
    secret_fields: ['token'],
    triggers: {},
    queries: {},
    actions: {},
    sources: {},
    checkAccount: async () => ({ ok: true, value: { id: '1', name: 'Home' } }),
    ...more,
  }
  const account = async () =>
    ({ kind: 'token', token: CREDENTIALS.token, credentials: CREDENTIALS, version: 1 }) as const
  const runner = new SimulatedRunner({
    clock: new SimulatedClock(0),
    random: () => 0,
    services: { home: service },
    fetch: () => Promise.reject(new Error('Nothing is fetched here.')),
    account,
    markBroken: async () => {
      noted.broken += 1
      return true
    },
    takeCall: async (hosts) => {
      noted.taken.push(...hosts)
      return noted.wait
    },
    emptyLeases: (hosts) => void noted.emptied.push(...hosts),
  })
  runner.sync(aSnapshot(1, []))
  const caller = { module_name: 'home', account_id: 'con_1', key: null, applet_id: 1, hops: 0 }
  const call = <Value>(run: (io: StepIo) => Promise<StepOutcome<Value>>) =>
    callService(runner.memory, caller, (_, ports) => run(ports))
  return Object.assign(call, { noted })
}

test("a step is called with its account's pasted values", async () => {
  const called: Partial<StepIo>[] = []
  await calling()(async ({ token, credentials, base_url }) => {
    called.push({ token, credentials, base_url })
    return { ok: true, value: null }
  })
  expect(called).toEqual([{ token: CREDENTIALS.token, credentials: CREDENTIALS, base_url: CREDENTIALS.server }])
})

test.each<[string, StepOutcome<unknown>]>([
  ['an error', failedOutcome({ failure: 'status', message: 'Home: /api?key=tk_abcdefgh is unknown.' })],
  ['an answer', { ok: true, value: { id: null, url: null, answer: '{"key":"tk_abcdefgh"}' } }],
  ['items', { ok: true, value: { items: [{ id: '1', at: 1, ingredients: { Key: 'tk_abcdefgh' } }] } }],
])('hides a pasted secret that comes back in %s', async (_, outcome) => {
  const called = await calling()(async () => outcome)
  expect(JSON.stringify(called)).not.toContain('tk_abcdefgh')
  expect(JSON.stringify(called)).toContain('••••')
})

const ONE_A_SECOND = { calls: 1, per: 1 }
const DONE = { ok: true, value: null } as const

test('an account that may call no more holds its run', async () => {
  const call = calling({ account_limit: ONE_A_SECOND, app_limit: { calls: 9, per: 1 }, hosts: ['home.example'] })
  expect(await call(async () => DONE)).toEqual({ kind: 'outcome', outcome: DONE })
  expect(call.noted.taken).toEqual(['home.example', 'account con_1'])
  call.noted.wait = 700
  expect(await call(() => Promise.reject(new Error('It was called.')))).toEqual({
    kind: 'held',
    hold: 'host',
    due: 700,
  })
})

test('a 429 empties what its account may call', async () => {
  const call = calling({ account_limit: ONE_A_SECOND })
  await call(async () => failedOutcome({ failure: 'rate_limited', message: 'Slower.' }))
  expect(call.noted.emptied).toEqual(['account con_1'])
})

test.each([
  [true, 'held', 1],
  [false, 'outcome', 0],
] as const)('an account that is gone for certain %s: %s', async (is_account_gone, kind, broken) => {
  const call = calling()
  const refusal = failedOutcome({ failure: 'unauthorized', message: 'Gone.', is_account_gone })
  expect((await call(async () => refusal)).kind).toBe(kind)
  expect(call.noted.broken).toBe(broken)
})
