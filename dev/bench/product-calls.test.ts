import { expect, test } from 'vitest'
import { api } from '../../worker/app/api.ts'
import { CALLS, NOT_MEASURED } from './product-calls.ts'

test('measures every call, or says why not', () => {
  const routes = new Set(
    api.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  )
  const listed = [...new Set(CALLS.map(({ route }) => route)), ...Object.keys(NOT_MEASURED)]
  expect(listed.toSorted()).toEqual([...routes].toSorted())
})
