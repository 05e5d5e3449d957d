import { errorBody, type StripeApiError } from '../store/stripe-api-error.ts'
import { API_VERSION } from '../store/object-store.ts'

/** Indented by two, as in Stripe's responses. */
export function answerText(answer: unknown): string {
  return JSON.stringify(answer, null, 2)
}

export function errorText(fault: StripeApiError, requestId: string): string {
  const body = errorBody(fault)
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`
  return answerText({ error: { ...body.error, ...(requestId !== '' && { request_log_url }) } })
}

export function respond(status: number, body: string, about: { requestId: string; replayed?: boolean }): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': about.requestId,
      'stripe-version': API_VERSION,
      ...(about.replayed && { 'idempotent-replayed': 'true', 'original-request': about.requestId }),
      ...(status === 409 && { 'stripe-should-retry': 'true' }),
      ...(status === 429 && { 'stripe-rate-limited-reason': 'global-rate' }),
      ...CORS,
    },
  })
}

/** Stripe.js calls from any origin, with a publishable key and without cookies. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Request-Id, Stripe-Manage-Version, X-Stripe-External-Auth-Required',
}

export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version, x-requested-with',
      'access-control-max-age': '300',
    },
  })
}
