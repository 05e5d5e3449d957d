import type { StripeError } from '@stripe/stripe-js'
import { formBody } from './form-body.ts'
import type { Params } from './form-body.ts'

export type StripeApiAnswer<Value> = { value: Value; error?: undefined } | { value?: undefined; error: StripeError }

/** The API as the browser may call it, with the publishable key. Never throws: Stripe.js returns errors. */
export type StripeApiClient = {
  get<Value>(path: string, params: Params): Promise<StripeApiAnswer<Value>>
  post<Value>(path: string, params: Params): Promise<StripeApiAnswer<Value>>
}

const CONNECTION_ERROR: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

export function createStripeApiClient(origin: string, key: string): StripeApiClient {
  const headers = { authorization: `Bearer ${key}`, 'stripe-version': '2026-10-28.endive' }
  return {
    get: (path, params) => call(`${origin}${path}?${formBody(params)}`, { headers }),
    post: (path, params) => call(`${origin}${path}`, { method: 'POST', headers, body: formBody(params) }),
  }
}

async function call<Value>(address: string, init: RequestInit): Promise<StripeApiAnswer<Value>> {
  try {
    const response = await fetch(address, init)
    return readAnswer<Value>(response.ok, await response.json())
  } catch {
    return { error: CONNECTION_ERROR }
  }
}

/** The one place that trusts the emulator to answer with Stripe's types. */
function readAnswer<Value>(ok: boolean, body: unknown): StripeApiAnswer<Value> {
  return ok ? { value: body as Value } : { error: (body as { error: StripeError }).error }
}
