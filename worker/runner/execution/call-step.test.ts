import { expect, test } from 'vitest'
import { failedOutcome } from '../../outbound/failed-outcome.ts'
import type { RunnableService, StepIo } from '../../runner-api/service-steps.ts'
import type { StepOutcome } from '../../runner-api/step-outcome.ts'
import { stepIo } from '../../services/format/step-io.fixture.ts'
import { callService } from './call-step.ts'

const CREDENTIALS = { server: 'https://home.ada.example', token: 'tk_abcdefgh' }

/** A service at the user's own server, whose account was connected with two pasted values. */
function calling() {
  const { io } = stepIo([])
  const service: RunnableService = {
    module_name: 'home',
    identifier: 'Home',
    hosts: [],
    app_limit: null,
    base_field: 'server',
    secret_fields: ['token'],
    triggers: {},
    queries: {},
    actions: {},
    checkAccount: async () => ({ ok: true, value: { id: '1', name: 'Home' } }),
  }
  const access = { kind: 'token', token: CREDENTIALS.token, credentials: CREDENTIALS, version: 1 } as const
  const world = {
    now: () => 0,
    loadServices: async () => {},
    findService: () => service,
    isServiceOff: async () => false,
    hostDelay: async () => 0,
    takeCall: async () => 0,
    stepIo: () => io,
    account: async () => access,
    refreshAccount: async () => access,
    markBroken: async () => true,
    reportHost: () => {},
    emptyLeases: () => {},
  }
  const caller = { module_name: 'home', account_id: 'con_1', key: null, applet_id: 1, hops: 0 }
  return <Value>(run: (io: StepIo) => Promise<StepOutcome<Value>>) =>
    callService({ world, settings: { timezone: 'UTC' } }, caller, (_, ports) => run(ports))
}

// §D46-01
test("a step is called with its account's pasted values", async () => {
  const called: Partial<StepIo>[] = []
  await calling()(async ({ token, credentials, base_url }) => {
    called.push({ token, credentials, base_url })
    return { ok: true, value: null }
  })
  expect(called).toEqual([{ token: CREDENTIALS.token, credentials: CREDENTIALS, base_url: CREDENTIALS.server }])
})

// §D46-02
test.each<[string, StepOutcome<unknown>]>([
  ['an error', failedOutcome({ failure: 'status', message: 'Home: /api?key=tk_abcdefgh is unknown.' })],
  ['an answer', { ok: true, value: { id: null, url: null, answer: '{"key":"tk_abcdefgh"}' } }],
  ['items', { ok: true, value: { items: [{ id: '1', at: 1, ingredients: { Key: 'tk_abcdefgh' } }] } }],
])('hides a pasted secret that comes back in %s', async (_, outcome) => {
  const called = await calling()(async () => outcome)
  expect(JSON.stringify(called)).not.toContain('tk_abcdefgh')
  expect(JSON.stringify(called)).toContain('••••')
})
