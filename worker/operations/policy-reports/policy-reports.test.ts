import { env } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import { REPORTS_PATH } from '../../contract/error-reports/policy-report.ts'
import { call } from '../../testing/call-api.ts'
import { listenToLog } from '../../testing/logged-lines.ts'

/** Bindings that keep what is counted. */
function counting() {
  const points: unknown[] = []
  const ANALYTICS = { writeDataPoint: (point?: AnalyticsEngineDataPoint) => void points.push(point?.blobs) }
  const CALLS_PRO = { limit: async () => ({ success: true }) }
  return { points, bindings: { ...env, ANALYTICS, CALLS_PRO } }
}

/** Sends as a browser does: without a token. */
function post(body: unknown, bindings: typeof env, type = 'application/reports+json') {
  const headers = { 'x-csrf-token': '', 'x-requested-with': '', 'content-type': type }
  return call('POST', REPORTS_PATH, { body, bindings, headers })
}

let n = 0
/** A violation of another kind each time, as of another test. */
function aReport(more: Record<string, unknown> = {}) {
  const blockedURL = `https://host${++n}.test/secret?token=1`
  const body = { effectiveDirective: 'script-src-elem', disposition: 'enforce', blockedURL, ...more }
  return { type: 'csp-violation', url: 'https://site.test/verify_email?token=secret', body }
}

test('counts and logs a report, without the address of the page', async () => {
  const logged = listenToLog()
  const { points, bindings } = counting()
  expect((await post([aReport()], bindings)).status).toBe(204)
  expect(points).toEqual([['policy_violated', 'script-src-elem', 'yes']])
  expect(logged('policy_violated')).toMatchObject([{ directive: 'script-src-elem', blocked: `host${n}.test` }])
  expect(JSON.stringify(logged('policy_violated'))).not.toMatch(/secret|token/)
})

test('reads what browsers send that know only report-uri', async () => {
  const { points, bindings } = counting()
  const report = { 'violated-directive': "require-trusted-types-for 'script'", disposition: 'report' }
  expect((await post({ 'csp-report': report }, bindings, 'application/csp-report')).status).toBe(204)
  expect(points).toEqual([['policy_violated', 'require-trusted-types-for', 'no']])
})

test('counts every report and logs each kind once a minute', async () => {
  const logged = listenToLog()
  const { points, bindings } = counting()
  vi.useFakeTimers({ toFake: ['Date'] })
  const same = aReport()
  await post([same, same], bindings)
  await post([same], bindings)
  expect([points.length, logged('policy_violated').length]).toEqual([3, 1])
  vi.setSystemTime(Date.now() + 60_000)
  await post([same], bindings)
  expect(logged('policy_violated')).toHaveLength(2)
  vi.useRealTimers()
})

test("leaves out browsers' extensions, other reports and what is too much", async () => {
  const { points, bindings } = counting()
  const extension = aReport({ sourceFile: 'chrome-extension://abc/x.js' })
  const many = Array.from({ length: 30 }, () => aReport())
  await post([extension, { type: 'deprecation', body: {} }, ...many], bindings)
  expect(points).toHaveLength(18)
})

test('a network sends only so many reports', async () => {
  const CALLS_PRO = { limit: async ({ key }: { key: string }) => ({ success: !key.startsWith('reports:') }) }
  expect((await post([aReport()], { ...env, CALLS_PRO })).status).toBe(429)
})
