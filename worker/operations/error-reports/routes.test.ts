import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { ErrorReport } from '../../contract/error-reports/error-report-input.ts'
import { FOR_PAGE } from '../../contract/site.ts'
import { call } from '../../testing/call-api.ts'
import { startCountingIsolate } from '../../testing/counting-isolate.ts'
import { listenToLog } from '../../testing/logged-lines.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const REPORT: ErrorReport = {
  message: 'x is not a function',
  stack: 'TypeError: x is not a function\n    at open (https://site.test/assets/page-1.js:12:345)',
  page: 'home/home-page',
  release: 'b111d',
  request_id: '00112233445566aa',
}

let network = 0

function report(body: unknown, headers: Record<string, string> = {}, bindings = {}) {
  // Each network may report a few times only.
  const ours = { 'cf-connecting-ip': `198.51.100.${++network}` }
  const none = { 'x-csrf-token': '', 'x-requested-with': '', 'user-agent': FIREFOX, ...ours }
  return call('POST', '/api/errors', { body, headers: { ...none, ...headers }, bindings: { ...env, ...bindings } })
}

test("logs a browser's error with its page and request", async () => {
  const logged = listenToLog()
  expect((await report(REPORT)).status).toBe(204)
  expect(logged('browser_error')).toMatchObject([
    {
      level: 'error',
      message: 'x is not a function',
      stack: 'TypeError: x is not a function\n    at open (page-1.js:12:345)',
      route: 'home/home-page',
      release: 'b111d',
      browser: 'Firefox 144',
      request_id: '00112233445566aa',
    },
  ])
})

// §7-08
test('logs a call that we refused apart from errors', async () => {
  const logged = listenToLog()
  const message = 'POST /api/applets was answered with 422'
  expect((await report({ ...REPORT, message, stack: null, refused: true })).status).toBe(204)
  expect(logged('browser_call_refused')).toMatchObject([{ level: 'info', message, browser: 'Firefox 144' }])
  expect(logged('browser_error')).toEqual([])
})

test('logs ten errors of one network an hour', async () => {
  const logged = listenToLog()
  const settled = startCountingIsolate()
  const bindings = { PAGE_ERRORS: { limit: async () => ({ success: true }) } }
  const from = (ip: string) => report(REPORT, { 'cf-connecting-ip': ip }, bindings)
  for (let n = 0; n < 12; n++) expect((await from('203.0.113.7')).status).toBe(204)
  await settled()
  expect(logged('browser_error')).toHaveLength(10)
  await from('203.0.113.8')
  await settled()
  expect(logged('browser_error')).toHaveLength(11)
})

test("logs the edge's error as that of a page", async () => {
  const logged = listenToLog()
  expect((await report(REPORT, { origin: '', [FOR_PAGE]: '1' })).status).toBe(204)
  expect(logged('page_failed')).toMatchObject([{ route: 'home/home-page', request_id: '00112233445566aa' }])
})

test('counts broken pages by browser', async () => {
  const points: unknown[] = []
  await report(REPORT, {}, { ANALYTICS: { writeDataPoint: (point: unknown) => points.push(point) } })
  expect(points).toEqual([{ indexes: ['page_broke'], blobs: ['page_broke', 'browser', 'Firefox 144'], doubles: [1] }])
})

test('logs nothing personal that a message or stack says', async () => {
  const logged = listenToLog()
  const message = 'No https://site.test/u/ada?t=1 for ada@example.test with con_3f9c1a2b4d5e6f703f9c'
  const stack = `Error: ${message}\n    at https://site.test/verify_email?token=secret:1:2`
  await report({ ...REPORT, message, stack })
  expect(logged('browser_error')).toMatchObject([
    {
      message: 'No https://site.test for [email] with [id]',
      stack: 'Error: No https://site.test for [email] with [id]\n    at ? (page:1:2)',
    },
  ])
})

test.each([
  { what: 'another origin', headers: { origin: 'https://evil.test' } },
  { what: 'no origin', headers: { origin: '' } },
  { what: 'another site', headers: { 'sec-fetch-site': 'cross-site' } },
])('refuses a report from $what (403)', async ({ headers }) => {
  const logged = listenToLog()
  expect((await report(REPORT, headers)).status).toBe(403)
  expect(logged('browser_error')).toEqual([])
})

test.each([
  { what: 'an address as its page', given: { page: 'u/ada?token=1' } },
  { what: 'a field of its own', given: { user: 'ada' } },
  { what: 'a long message', given: { message: 'x'.repeat(1001) } },
])('refuses a report with $what (422)', async ({ given }) => {
  expect((await report({ ...REPORT, ...given })).status).toBe(422)
})

test('limits the reports of a network, never those of the edge', async () => {
  const bindings = { PAGE_ERRORS: { limit: async () => ({ success: false }) } }
  const refused = await report(REPORT, {}, bindings)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await report(REPORT, { origin: '', [FOR_PAGE]: '1' }, bindings)).status).toBe(204)
})

test.each([
  { what: 'a body that is not JSON', body: 'x', headers: { 'content-type': 'text/plain' }, status: 415 },
  { what: 'a body over 64 KB', body: { ...REPORT, stack: 'x'.repeat(70_000) }, headers: {}, status: 413 },
])('refuses $what ($status)', async ({ body, headers, status }) => {
  expect((await report(body, headers as Record<string, string>)).status).toBe(status)
})
