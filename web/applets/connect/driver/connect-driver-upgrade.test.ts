import { expect, test } from 'vitest'
import type { EnablementRules, Upgraded } from '../../../../worker/contract/upgrade/upgrade.ts'
import { RequestError } from '../../../browser/request/request-error.ts'
import { connected, ofUser } from '../../applet.fixture.ts'
import { ENABLED } from '../flow/connect-state.fixture.ts'
import { world } from './connect-driver.fixture.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const RULES: EnablementRules = { block_user: true, minimum_tier: 'pro', block_reason: 'filter_code' }
const permitted = { minimum_tier: 'pro', permitted: true } as const
const PRO_PLUS: Upgraded = {
  plan: 'pro',
  permissions: {
    filter_code: permitted,
    multi_action: permitted,
    multi_service_account: permitted,
    queries: permitted,
  },
}

function refusal(data: unknown): RequestError {
  const error = {
    code: 'tier_required',
    message: 'Filter code needs Pro+',
    redirect_to: '/plans',
  } as const
  const errors = [{ attribute: 'enablement_rules', message: error.message, data }]
  return new RequestError(Response.json({}, { status: 403 }), { error, errors })
}

test('a blocked press asks for an upgrade once, then connects', async () => {
  const asked: unknown[] = []
  const upgrade = async (ask: unknown) => {
    asked.push(ask)
    return PRO_PLUS
  }
  const { store, log, press } = world({ viewer: { enablement_rules: RULES }, ports: { upgrade } })
  press()
  press()
  await settled()
  expect(asked).toMatchObject([{ step: 'filter_code', plan: 'pro', appletId: 1 }])
  expect(log).toEqual(['forget', 'create rev 1', 'forget', 'enabled 1'])
  expect(store.get().viewer?.status).toBe('enabled_for_user')
})

test('signing in again in the modal returns to the pressed action', async () => {
  type Ask = { beforeSignIn(): void }
  const upgrade = async ({ beforeSignIn }: Ask) => {
    beforeSignIn()
    return null
  }
  const { log, press } = world({ viewer: { enablement_rules: RULES }, ports: { upgrade } })
  press()
  await settled()
  expect(log).toEqual(['forget', 'rememberLogin'])
})

test('consents follow an upgrade with services missing', async () => {
  const viewer = { enablement_rules: RULES, connections: connected() }
  const { log, press } = world({ viewer, ports: { upgrade: async () => PRO_PLUS } })
  press()
  await settled()
  expect(log.slice(0, 2)).toEqual(['forget', 'rememberConnect 2'])
  expect(log[2]).toMatch(/^go \/activate\?/)
})

test('closing the modal leaves the button idle and sends nothing', async () => {
  const { store, log, press } = world({ viewer: { enablement_rules: RULES } })
  press()
  await settled()
  expect([store.get().kind, log]).toEqual(['idle', ['forget', 'upgrade filter_code pro']])
})

test('a late refusal opens the modal, and the press resumes', async () => {
  let tries = 0
  const createApplet = async () => {
    tries += 1
    if (tries === 1) throw refusal(RULES)
    return { applet: ofUser(ENABLED) }
  }
  const { store, press } = world({ ports: { createApplet, upgrade: async () => PRO_PLUS } })
  press()
  await settled()
  expect([tries, store.get().viewer?.status]).toEqual([2, 'enabled_for_user'])
})

test.each([undefined, null, 'pro', {}])('a refusal without readable rules (%j) follows its redirect', async (data) => {
  const createApplet = async () => {
    throw refusal(data)
  }
  const { log, press } = world({ ports: { createApplet } })
  press()
  await settled()
  expect(log).toContain('go /plans')
})

test("ignores the modal's answer after the page was left", async () => {
  const { log, close, press } = world({ viewer: { enablement_rules: RULES }, ports: { upgrade: async () => PRO_PLUS } })
  press()
  close()
  await settled()
  expect(log).toEqual(['forget'])
})
