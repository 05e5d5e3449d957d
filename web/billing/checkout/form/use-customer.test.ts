import { expect, test } from 'vitest'
import { RequestError } from '../../../browser/request/request-error.ts'
import { refusalToShow } from './use-customer.ts'

function failed(status: number, code: 'billing_unavailable' | 'payment_failed' | 'store_billed') {
  return new RequestError(new Response(null, { status }), { error: { code, message: code }, errors: [] })
}

test('shows why nothing can be bought', () => {
  expect(refusalToShow(failed(503, 'billing_unavailable'))?.error?.code).toBe('billing_unavailable')
  expect(refusalToShow(failed(403, 'store_billed'))?.error?.code).toBe('store_billed')
})

test('shows no failed payment where nobody has paid', () => {
  expect(refusalToShow(failed(502, 'payment_failed'))).toBe(null)
  expect(refusalToShow(new RequestError(null, {}))).toBe(null)
  expect(refusalToShow(new Error('offline'))).toBe(null)
})
