import { StripeApiError } from '../store/stripe-api-error.ts'

/**
 * Faults to inject. `drop` closes the connection before anything is done; `drop_after_commit` does the work first, then
 * closes the connection; `500_after_commit` does the work and answers 500.
 */
export type FaultKind = 'slow' | '500' | '500_after_commit' | '409_lock_timeout' | '429' | 'drop' | 'drop_after_commit'

export type Fault = {
  kind: FaultKind
  /** `POST /v1/subscriptions`, `/v1/customers/*`; default: any call. */
  on?: string
  /** How many calls fail; default: one. */
  times?: number
  /** How many calls pass first; default: none. */
  after?: number
  /** How long `slow` takes. */
  ms?: number
}

/** Closes the connection without a response: start-stripe.ts ends the socket; in process, fetch rejects. */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed: the connection was closed')
  }
}

export function createFaults() {
  let ordered: Fault[] = []

  /** Takes one use of the first fault that matches this call. */
  function take(method: string, path: string): Fault | undefined {
    const fault = ordered.find((each) => concerns(each.on, method, path))
    if (!fault) return undefined
    if (fault.after) {
      fault.after -= 1
      return undefined
    }
    fault.times = (fault.times ?? 1) - 1
    ordered = ordered.filter((each) => (each.times ?? 1) > 0)
    return fault
  }

  return { take, order: (fault: Fault) => void ordered.push({ ...fault }), clear: () => (ordered = []) }
}

export type Faults = ReturnType<typeof createFaults>

export async function before(fault: Fault | undefined): Promise<void> {
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 1000))
  if (fault?.kind === 'drop') throw new ConnectionDropped()
  if (fault?.kind === '500') throw broken()
  if (fault?.kind === '429') {
    throw new StripeApiError(429, {
      type: 'rate_limit_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    })
  }
  if (fault?.kind === '409_lock_timeout') {
    throw new StripeApiError(409, {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message:
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.',
    })
  }
}

export function dropAfter(fault: Fault | undefined): void {
  if (fault?.kind === 'drop_after_commit') throw new ConnectionDropped()
}

export function broken() {
  return new StripeApiError(500, { type: 'api_error', message: 'An unknown error occurred' })
}

function concerns(on: string | undefined, method: string, path: string): boolean {
  if (on === undefined) return true
  const [wantedMethod, wantedPath] = on.includes(' ') ? on.split(' ') : [method, on]
  if (wantedMethod !== method || wantedPath === undefined) return false
  return wantedPath.endsWith('*') ? path.startsWith(wantedPath.slice(0, -1)) : path === wantedPath
}
