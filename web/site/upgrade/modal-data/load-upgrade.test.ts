import { expect, test, vi } from 'vitest'
import type { UpgradeDetails } from '../../../../worker/contract/applets/applet.ts'
import { SUBSCRIPTION_MODAL_PATH } from '../../../../worker/contract/upgrade/upgrade.ts'
import type { FailedCall } from '../../../browser/report/send-error.ts'
import { layerWith } from '../../../browser/request/request.fixture.ts'
import { REQUEST_ID } from '../../../../worker/contract/shared/trace-ids.ts'
import { createStore } from '../../../browser/storage/storage.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'
import { loadUpgrade } from './load-upgrade.ts'
import { modalData } from './modal-data-cache.ts'
import { modalCall } from './upgrade-calls.ts'
import { details, modal, SERVED } from './subscription-modal.fixture.ts'

const DETAILS = { applet: 'object', me: 'object' } as const
const ASK: UpgradeModalRequest = { step: 'applet_quota', plan: 'intermediate_pro' }
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const failure = (status: number) => () => json({ error: { code: 'internal', message: 'No.' }, errors: [] }, status)

type Answers = { modal?: () => Response; details?: () => Response }

/** Loads the modal over the real request layer and a server with these answers. */
function upgradeFixture(answers: Answers = {}) {
  const asked: string[] = []
  const reports: FailedCall[] = []
  const memory = createStore(() => {
    throw new Error('Only memory here.')
  })
  const layer = layerWith({
    fetch: async (input) => {
      const path = String(input)
      asked.push(path)
      if (path.startsWith(SUBSCRIPTION_MODAL_PATH)) return (answers.modal ?? (() => json(modal())))()
      return (answers.details ?? (() => json(details())))()
    },
    onError: (_, call) => void reports.push(call),
  })
  const loadLayer = async () => layer
  const store = modalData({
    ask: modalCall(loadLayer, (_, call) => void (call && reports.push(call))),
    store: memory,
    now: () => SERVED,
  })
  const ports = {
    modal: store,
    details: async (id: number) =>
      (await (await loadLayer()).get(`/api/applets/${id}/upgrade_details`, {}, { shape: DETAILS })) as UpgradeDetails,
    here: '/applets/post-everywhere',
  }
  return { asked, reports, answers, load: (ask: UpgradeModalRequest = ASK) => loadUpgrade(ask, 'usr_1', ports) }
}

// §7-27
test('asks the configured address once, then uses the stored data', async () => {
  const { load, asked } = upgradeFixture()
  expect(await load()).toEqual({ kind: 'ready', data: modal(), details: null })
  expect(await load()).toEqual({ kind: 'ready', data: modal(), details: null })
  expect(asked).toEqual(['/api/subscription_modal?plan=intermediate_pro'])
})

test("asks for a blocked Applet's rules each time", async () => {
  const { load, asked } = upgradeFixture()
  await load({ ...ASK, appletId: 9 })
  expect(await load({ ...ASK, appletId: 9 })).toEqual({ kind: 'ready', data: modal(), details: details() })
  expect(asked).toEqual([
    '/api/subscription_modal?plan=intermediate_pro',
    '/api/applets/9/upgrade_details',
    '/api/applets/9/upgrade_details',
  ])
})

test.each([
  ['tier', { tier: 'pro' }],
  ['way of paying', { subscriptionPaymentType: 'app_store' }],
  ['trial', { eligible_for_trial: true }],
] as const)('asks again when the server says another %s', async (_, user) => {
  const { load, asked, answers } = upgradeFixture()
  await load()
  answers.details = () => json(details(undefined, user))
  answers.modal = () => json(modal({ tier: 'pro', subscriptionPaymentType: 'stripe' }))
  expect(await load({ ...ASK, appletId: 9 })).toMatchObject({ data: { tier: 'pro' } })
  expect(asked.filter((path) => path.startsWith(SUBSCRIPTION_MODAL_PATH))).toHaveLength(2)
})

// §2.4-28 §8-06
test.each([
  ['intermediate_pro', '/subscribe/pro'],
  ['pro', '/subscribe/pro_plus'],
] as const)('without data for %s, reports once and leads to %s', async (plan, path) => {
  for (const answer of [failure(500), failure(503), failure(404), () => Response.error()]) {
    const { load, reports } = upgradeFixture({ modal: answer })
    expect(await load({ ...ASK, plan })).toEqual({ kind: 'leave', path })
    expect(reports).toHaveLength(1)
  }
})

test.each([
  ['a captive portal’s page', '<html>Log in to this Wi-Fi</html>', 'text/html'],
  ['a list', '[]', 'application/json'],
  ['nothing', '{}', 'application/json'],
  ['another user’s', JSON.stringify(modal({ user_id: 'usr_2' })), 'application/json'],
  ['for another plan', JSON.stringify(modal({ plan: 'pro' })), 'application/json'],
])('reports once, with status and id, an answer that is %s', async (_, body, type) => {
  const headers = { 'content-type': type, [REQUEST_ID]: '0123456789abcdef' }
  const { load, reports } = upgradeFixture({ modal: () => new Response(body, { headers }) })
  expect(await load()).toEqual({ kind: 'leave', path: '/subscribe/pro' })
  const path = `${SUBSCRIPTION_MODAL_PATH}?plan=intermediate_pro`
  expect(reports).toEqual([{ method: 'GET', path, status: 200, request_id: '0123456789abcdef' }])
})

test('an ended session leads to the login and back', async () => {
  const login = { kind: 'leave', path: '/session/reset?return_to=%2Fapplets%2Fpost-everywhere' }
  const ended = upgradeFixture({ modal: failure(401) })
  expect(await ended.load()).toEqual(login)
  expect(ended.reports).toMatchObject([{ status: 401 }])
  expect(await upgradeFixture({ details: failure(401) }).load({ ...ASK, appletId: 9 })).toEqual(login)
})

test('notes what to resume only before signing in', async () => {
  for (const [status, notes] of [
    [401, 1],
    [500, 0],
  ] as const) {
    const beforeSignIn = vi.fn(() => {})
    await upgradeFixture({ modal: failure(status) }).load({ ...ASK, beforeSignIn })
    expect(beforeSignIn).toHaveBeenCalledTimes(notes)
  }
})

test('offers the plan even when the rules fail to load', async () => {
  for (const answer of [failure(500), () => json({}), () => new Response('', { status: 200 })]) {
    const { load } = upgradeFixture({ details: answer })
    expect(await load({ ...ASK, appletId: 9 })).toEqual({ kind: 'ready', data: modal(), details: null })
  }
})
