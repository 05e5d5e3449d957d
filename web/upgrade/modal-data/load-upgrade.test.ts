import { expect, test, vi } from 'vitest'
import type { UpgradeDetails } from '../../../worker/contract/applets/applet.ts'
import { SUBSCRIPTION_MODAL_PATH } from '../../../worker/contract/upgrade/upgrade.ts'
import { requestLayer } from '../../browser/request/request.ts'
import { createStore } from '../../browser/storage/storage.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'
import { loadUpgrade } from './load-upgrade.ts'
import { modalData } from './modal-data-cache.ts'
import { details, modal, SERVED } from './subscription-modal.fixture.ts'

const ASK: UpgradeModalRequest = { step: 'applet_quota', plan: 'intermediate_pro' }
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const failure = (status: number) => () => json({ error: { code: 'internal', message: 'No.' }, errors: [] }, status)

type Answers = { modal?: () => Response; details?: () => Response }

/** The modal on a page of ours, over the real request layer and a server with these answers. */
function world(answers: Answers = {}) {
  const asked: string[] = []
  const reports: unknown[] = []
  const memory = createStore(() => {
    throw new Error('Only memory here.')
  })
  const layer = requestLayer({
    fetch: async (input) => {
      const path = String(input)
      asked.push(path)
      if (path.startsWith(SUBSCRIPTION_MODAL_PATH)) return (answers.modal ?? (() => json(modal())))()
      return (answers.details ?? (() => json(details())))()
    },
    onError: (error) => void reports.push(error),
    evaluate: () => {},
    ownHost: () => true,
    isLeft: () => false,
    whenLeft: () => () => {},
  })
  const store = modalData({
    ask: (plan) => layer.get(SUBSCRIPTION_MODAL_PATH, { plan }),
    store: memory,
    now: () => SERVED,
  })
  const ports = {
    modal: store,
    details: (id: number) => layer.get<Partial<UpgradeDetails>>(`/api/applets/${id}/upgrade_details`),
    report: (error: unknown) => void reports.push(error),
    here: '/applets/post-everywhere',
  }
  return { asked, reports, answers, load: (ask: UpgradeModalRequest = ASK) => loadUpgrade(ask, 'usr_1', ports) }
}

// §7-27
test('the data is asked from the configured address, and the second time it is at hand (§7 Modal data)', async () => {
  const { load, asked } = world()
  expect(await load()).toEqual({ kind: 'ready', data: modal(), details: null })
  expect(await load()).toEqual({ kind: 'ready', data: modal(), details: null })
  expect(asked).toEqual(['/api/subscription_modal?plan=intermediate_pro'])
})

test('for a blocked Applet its rules are asked anew each time, beside it (§7 Upgrade details)', async () => {
  const { load, asked } = world()
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
  ['way of paying', { subscription_payment_type: 'app_store' }],
  ['trial', { eligible_for_trial: true }],
] as const)('what is kept gives way where the server says another %s', async (_, user) => {
  const { load, asked, answers } = world()
  await load()
  answers.details = () => json(details(undefined, user))
  answers.modal = () => json(modal({ tier: 'pro', subscription_payment_type: 'stripe' }))
  expect(await load({ ...ASK, appletId: 9 })).toMatchObject({ data: { tier: 'pro' } })
  expect(asked.filter((path) => path.startsWith(SUBSCRIPTION_MODAL_PATH))).toHaveLength(2)
})

// §2.4-28 §2.4-29 §8-06 §8-07
test.each([
  ['intermediate_pro', '/subscribe/pro'],
  ['pro', '/subscribe/pro_plus'],
] as const)('data that can not be had for %s is reported once, and leads to %s (§2.4, §8)', async (plan, path) => {
  for (const answer of [failure(500), failure(503), failure(404), () => Response.error()]) {
    const { load, reports } = world({ modal: answer })
    expect(await load({ ...ASK, plan })).toEqual({ kind: 'leave', path })
    expect(reports).toHaveLength(1)
  }
})

test('nor is an answer that makes no sense: reported, and on to the page (§8)', async () => {
  const { load, reports } = world({
    modal: () => new Response('<html>Log in to this Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }),
  })
  expect(await load()).toEqual({ kind: 'leave', path: '/subscribe/pro' })
  expect(reports).toHaveLength(1)
})

test('a session that is over leads to the login and back', async () => {
  const login = { kind: 'leave', path: '/session/reset?return_to=%2Fapplets%2Fpost-everywhere' }
  expect(await world({ modal: failure(401) }).load()).toEqual(login)
  expect(await world({ details: failure(401) }).load({ ...ASK, appletId: 9 })).toEqual(login)
})

test('only then is it noted what is to go on after signing in (§4.10)', async () => {
  for (const [status, notes] of [
    [401, 1],
    [500, 0],
  ] as const) {
    const beforeSignIn = vi.fn(() => {})
    await world({ modal: failure(status) }).load({ ...ASK, beforeSignIn })
    expect(beforeSignIn).toHaveBeenCalledTimes(notes)
  }
})

test('rules that can not be had keep nobody from the offer', async () => {
  for (const answer of [failure(500), () => json({}), () => new Response('', { status: 200 })]) {
    const { load } = world({ details: answer })
    expect(await load({ ...ASK, appletId: 9 })).toEqual({ kind: 'ready', data: modal(), details: null })
  }
})
