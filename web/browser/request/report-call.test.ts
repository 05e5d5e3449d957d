import { expect, test } from 'vitest'
import type { FailedCall } from '../report/send-error.ts'
import { reportCall } from './report-call.ts'
import { RequestError } from './request-error.ts'

const CALL: FailedCall = { method: 'GET', path: '/api/me', status: 0, request_id: null }
const answered = (status: number) => new RequestError(new Response(null, { status }), {})
const lost = (cause: unknown) => new RequestError(null, {}, { cause })

/** Reports an error, and tells when: at once, or later if the page stays. */
function reported(error: RequestError) {
  const at: string[] = []
  const waiting: (() => void)[] = []
  let when = 'at once'
  const ports = { report: () => void at.push(when), unlessLeft: (_: number, run: () => void) => void waiting.push(run) }
  reportCall(error, CALL, ports)
  when = 'later'
  for (const run of waiting) run()
  return at
}

// §7-08
test.each([400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 511])('reports a %i at once', (status) => {
  expect(reported(answered(status))).toEqual(['at once'])
})

// §7-08
test('reports a call without an answer once the page has stayed', () => {
  expect(reported(lost(new TypeError('Failed to fetch')))).toEqual(['later'])
})

test('does not report an aborted call', () => {
  expect(reported(lost(new DOMException('The user aborted a request.', 'AbortError')))).toEqual([])
})
