import { expect, test } from 'vitest'
import { isApiCall } from './is-api-call.ts'

test.each([
  ['POST', '/hooks/abc', true],
  ['GET', '/hooks/abc/receipts/1', true],
  ['GET', '/trigger/door/with/key/abc', true],
  ['POST', '/v1/notifications', true],
  ['GET', '/triggers', false],
  ['GET', '/github/triggers/new_starred_repository', false],
  ['POST', '/unsubscribe', true],
  ['GET', '/unsubscribe', false],
  ['GET', '/page_calls', false],
  ['POST', '/page_calls', false],
])('%s %s belongs to the Worker: %s', (method, path, belongs) => {
  expect(isApiCall(method, path)).toBe(belongs)
})
