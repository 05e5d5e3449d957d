import { beforeEach, expect, test } from 'vitest'
import { hookPath } from '../../contract/addresses.ts'
import { eventually } from '../../testing/eventually.ts'
import { anAppletFixture, aPlainApplet } from '../../applets/testing/stored-applet.fixture.ts'
import type { Program } from '../../system/runner-api/program.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import { accountHookKeys } from '../../system/secrets/account-hook-key.ts'
import { send } from './send-event.fixture.ts'

const ACCOUNT = 'con_bot'
const SECRET = 'x-telegram-bot-api-secret-token'

let runner: RunnerApi
let url: string
let secret: string

/** A user whose bot starts an Applet, as their Runner knows it. */
beforeEach(async () => {
  const world = await anAppletFixture()
  const { ctx, user } = world
  const applet = await aPlainApplet(world)
  const id = ctx.runners.newId()
  runner = ctx.runners.get(id)
  const step = { id: 0, kind: 'trigger', module_name: 'telegram', slug: 'command', account_id: ACCOUNT } as const
  const notify = { id: 1, kind: 'action', module_name: 'notifications', slug: 'send', account_id: null } as const
  const program: Program = {
    applet_id: applet.id,
    version: 1,
    name: 'Lights',
    running: true,
    enabled_at: 1,
    needs: { multi_action: false, queries: false, filter_code: false, several_accounts: false, plan: null },
    branches: [
      {
        feature: null,
        trigger: { ...step, identity: 'lights', fields: { command: 'lights', chat: '' } },
        steps: [{ ...notify, fields: { message: 'Lights {{Arguments}}' } }],
      },
    ],
    hook_key_hash: null,
    notify_runs: false,
    notify_failures: true,
    keep_contents: true,
    min_gap: null,
    quiet: null,
    expect_every: null,
  }
  await runner.sync({
    user_id: user.id,
    wanted: 1,
    timezone: 'UTC',
    subscriptions: [],
    accounts: [{ id: ACCOUNT, module_name: 'telegram', name: '@bot', status: 'connected' }],
    maker_key_hash: null,
    paused_until: null,
    programs: [program],
  })
  const [hook] = await accountHookKeys(ctx.settings, id, ACCOUNT)
  if (!hook) throw new Error('There is no key.')
  url = `http://localhost:8788${hookPath(hook.key)}`
  secret = hook.secret
})

function update(text: string) {
  return JSON.stringify({ update_id: 12, message: { message_id: 1, date: 1_770_000_000, chat: { id: 4001 }, text } })
}

const runs = async () => (await runner.listRuns({ limit: 10 })).runs

test("a service's event at an account's address starts its Applet", async () => {
  const response = await send(url, { body: update('/lights on'), headers: { [SECRET]: secret } })
  expect([response.status, await response.json()]).toEqual([202, { received: true, receipt: expect.any(String) }])
  await eventually(async () => expect(await runs()).toMatchObject([{ state: 'done' }]))
})

test('the same event again gets the first receipt', async () => {
  const sent = () => send(url, { body: update('/lights on'), headers: { [SECRET]: secret } })
  expect(await (await sent()).json()).toEqual(await (await sent()).json())
  expect(await runs()).toHaveLength(1)
})

test('what starts nothing is answered as well', async () => {
  const response = await send(url, { body: update('hello'), headers: { [SECRET]: secret } })
  expect([response.status, await response.json(), await runs()]).toEqual([202, { received: true, receipt: null }, []])
})

test.each([
  ['without its secret', '', 401],
  ['with another secret', 'guessed', 401],
])("an account's address %s takes nothing", async (_, given, status) => {
  const headers: Record<string, string> = given === '' ? {} : { [SECRET]: given }
  expect((await send(url, { body: update('/lights on'), headers })).status).toBe(status)
  expect(await runs()).toEqual([])
})

test('an address that was made up reaches no Runner', async () => {
  const forged = `${url.slice(0, -3)}abc`
  expect((await send(forged, { body: update('/lights on'), headers: { [SECRET]: secret } })).status).toBe(404)
})
