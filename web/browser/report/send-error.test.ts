import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '../request/request-error.ts'

const PAGE = { page: 'home/home-page', build: 'b111d', site: { request_id: '00112233445566aa' } }
let beacons: { path: string; body: Promise<unknown> }[]
beforeEach(() => {
  beacons = []
  vi.resetModules()
  vi.stubGlobal('location', { origin: 'https://site.test' })
  vi.stubGlobal('navigator', {
    sendBeacon: (path: string, body: Blob) =>
      beacons.push({ path, body: body.text().then((text) => JSON.parse(text)) }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function anError(message: string, from = 'https://site.test/assets/a.js'): Error {
  return Object.assign(new Error(message), { stack: `Error: ${message}\n    at open (${from}:1:2)` })
}

// §D38-05
test('sends an error with its page, build and request', async () => {
  const { sendError } = await import('./send-error.ts')
  sendError(anError('It broke.'), PAGE)
  expect(beacons.map(({ path }) => path)).toEqual(['/api/errors'])
  expect(await beacons[0]?.body).toEqual({
    message: 'It broke.',
    stack: 'Error: It broke.\n    at open (https://site.test/assets/a.js:1:2)',
    page: 'home/home-page',
    release: 'b111d',
    request_id: '00112233445566aa',
  })
})

// §D38-06
test('sends each error once, and at most three', async () => {
  const { sendError } = await import('./send-error.ts')
  for (const message of ['one', 'one', 'two', 'three', 'four']) sendError(anError(message), PAGE)
  const bodies = await Promise.all(beacons.map(({ body }) => body))
  expect(bodies).toMatchObject([{ message: 'one' }, { message: 'two' }, { message: 'three' }])
})

// §D38-07
test.each([
  { what: "an extension's error", error: anError('x', 'chrome-extension://abc/a.js') },
  { what: 'a refused call', error: Object.assign(anError('x'), { name: new RequestError(null, {}).name }) },
  { what: 'a thrown text', error: 'x' },
])('does not send $what', async ({ error }) => {
  const { sendError } = await import('./send-error.ts')
  sendError(error, PAGE)
  expect(beacons).toEqual([])
})
