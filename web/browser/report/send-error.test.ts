import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '../request/request-error.ts'

const PAGE = { page: 'applets/explore/home-page', build: 'b111d', site: { request_id: '00112233445566aa' } }
let reports: { path: string; keepalive?: boolean; body: unknown }[]
/** The network's answer to a report: 204 is our Worker's. */
let network: () => Promise<Response>
let listeners: Map<string, () => void>
beforeEach(() => {
  reports = []
  network = async () => new Response(null, { status: 204 })
  listeners = new Map()
  vi.resetModules()
  vi.stubGlobal('location', { origin: 'https://site.test' })
  const addEventListener = (name: string, run: () => void) => listeners.set(name, run)
  vi.stubGlobal('window', { addEventListener })
  vi.stubGlobal('document', { addEventListener, visibilityState: 'visible' })
  vi.stubGlobal('fetch', (path: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    reports.push({ path, keepalive, body: JSON.parse(body) })
    return network()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function anError(message: string, from = 'https://site.test/assets/a.js'): Error {
  return Object.assign(new Error(message), { stack: `Error: ${message}\n    at open (${from}:1:2)` })
}

test('sends an error with its page, build and request', async () => {
  const { sendError } = await import('./send-error.ts')
  sendError(anError('It broke.'), PAGE)
  expect(reports).toMatchObject([{ path: '/api/errors', keepalive: true }])
  expect(reports[0]?.body).toEqual({
    message: 'It broke.',
    stack: 'Error: It broke.\n    at open (https://site.test/assets/a.js:1:2)',
    page: 'applets/explore/home-page',
    release: 'b111d',
    request_id: '00112233445566aa',
  })
})

test('sends each error once, and at most ten with those of calls', async () => {
  const { sendError, sendFailedCall } = await import('./send-error.ts')
  for (const message of ['one', 'one', 'two']) sendError(anError(message), PAGE)
  for (const hex of '0123456789') sendFailedCall({ ...FAILED, request_id: hex.repeat(16) }, PAGE)
  expect(reports.map(({ body }) => body)).toMatchObject([
    { message: 'one' },
    { message: 'two' },
    ...Array.from({ length: 8 }, (_, n) => ({ request_id: `${n}`.repeat(16) })),
  ])
})

const FAILED = {
  method: 'POST',
  path: '/api/applets/77/configurations?q=ada',
  status: 503,
  request_id: '0123456789abcdef',
} as const

// §7-08
test('sends a failed call with its id and path alone', async () => {
  const { sendFailedCall } = await import('./send-error.ts')
  sendFailedCall(FAILED, PAGE)
  expect(reports.map(({ body }) => body)).toEqual([
    {
      message: 'POST /api/applets was answered with 503',
      stack: null,
      page: 'applets/explore/home-page',
      release: 'b111d',
      request_id: '0123456789abcdef',
    },
  ])
})

// §7-08
test('sends a refused call as one, once a page', async () => {
  const { sendFailedCall } = await import('./send-error.ts')
  for (const hex of '01') sendFailedCall({ ...FAILED, status: 422, request_id: hex.repeat(16) }, PAGE)
  const message = 'POST /api/applets was answered with 422'
  expect(reports).toMatchObject([{ body: { message, request_id: '0'.repeat(16), refused: true } }])
})

// §7-08
test.each([null, 'made up by a proxy'])('a call that never reached us has no id (%s)', async (request_id) => {
  const { sendFailedCall } = await import('./send-error.ts')
  sendFailedCall({ ...FAILED, status: 0, request_id }, PAGE)
  expect(reports).toMatchObject([{ body: { message: 'POST /api/applets got no answer', request_id: null } }])
})

/** Lets the answer to a report arrive. */
const answered = () => new Promise((resolve) => setTimeout(resolve, 0))

// §7-08
test.each([
  ['the network is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a captive portal answers', async () => new Response('<html>', { status: 200 })],
])('sends a report again later where %s', async (_, answer) => {
  const { sendFailedCall } = await import('./send-error.ts')
  network = answer
  sendFailedCall(FAILED, PAGE)
  await answered()
  network = async () => new Response(null, { status: 204 })
  for (const event of ['online', 'visibilitychange']) {
    listeners.get(event)?.()
    await answered()
  }
  expect(reports).toHaveLength(2)
})

test('sends no report again that our Worker refuses', async () => {
  const { sendFailedCall } = await import('./send-error.ts')
  network = async () => new Response(null, { status: 429 })
  sendFailedCall(FAILED, PAGE)
  await answered()
  listeners.get('online')?.()
  expect(reports).toHaveLength(1)
})

test.each([
  { what: "an extension's error", error: anError('x', 'chrome-extension://abc/a.js') },
  { what: 'a refused call', error: Object.assign(anError('x'), { name: new RequestError(null, {}).name }) },
  { what: 'a thrown text', error: 'x' },
])('does not send $what', async ({ error }) => {
  const { sendError } = await import('./send-error.ts')
  sendError(error, PAGE)
  expect(reports).toEqual([])
})
