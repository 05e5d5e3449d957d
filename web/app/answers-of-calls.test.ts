import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { companyCalls } from '../billing/settings/company/company-calls.ts'
import { billingCalls } from '../billing/settings/overview/billing-calls.ts'
import { oneClickCalls } from '../billing/one-click/one-click-calls.ts'
import { paymentCalls } from '../billing/payment/payment-calls.ts'
import { tryApi } from '../create/try/try-calls.ts'
import { upgradeCalls } from '../site/upgrade/modal-data/upgrade-calls.ts'
import { accountApi } from '../browser/api/account-calls.ts'
import { api } from '../browser/api/api-calls.ts'
import { draftApi } from '../browser/api/draft-calls.ts'
import { filePickerApi } from '../browser/api/file-picker-calls.ts'
import { operatorApi } from '../browser/api/operator-calls.ts'
import { ownAccountApi } from '../browser/api/own-account-calls.ts'
import { publishApi } from '../browser/api/publish-calls.ts'
import { runApi } from '../browser/api/run-calls.ts'
import { secondFactorApi } from '../browser/api/second-factor-calls.ts'
import { starterApi } from '../browser/api/starter-calls.ts'

const { prepare: _token, ...calls } = api
const checkout = {
  create_stripe_customer_url: '/api/customers',
  subscriptions_path: '/api/subscriptions',
  user_id: 'u',
}
const ALL = Object.entries({
  calls,
  upgradeCalls,
  accountApi,
  draftApi,
  filePickerApi,
  operatorApi,
  ownAccountApi,
  publishApi,
  runApi,
  starterApi,
  secondFactorApi,
  tryApi,
  companyCalls,
  billingCalls,
  oneClick: oneClickCalls('u', 'pro'),
  payment: paymentCalls(checkout),
}).flatMap(([group, each]) => Object.entries(each).map(([name, call]) => ({ name: `${group} ${name}`, call })))

/** Arguments that any of them can take. */
const GIVEN = Array(3).fill(Object.assign([], { ingredients: [] }))
type AnyCall = (...given: readonly unknown[]) => Promise<unknown>

beforeEach(() => {
  // No report is sent: its time does not come.
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A network in which a token arrives, and everything else is answered so. */
function answerAll(answer: () => Response) {
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/csrf_token' ? Response.json({ csrf_token: 't' }) : answer(),
  )
}

// §7-13
test.each(ALL)('$name rejects the page of a captive portal', async ({ call }) => {
  answerAll(() => new Response('<h1>Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }))
  await expect((call as AnyCall)(...GIVEN)).rejects.toMatchObject({ name: 'RequestError', status: 0 })
})
