import { ERRORS, type ErrorEnvelope } from '../../../worker/contract/errors.ts'
import { BODY_MAX_BYTES, HUB_PUSH_MAX_BYTES, STRIPE_EVENT_MAX_BYTES } from '../../../worker/contract/limits.ts'
import { securityHeaders } from '../security-headers.ts'

/** Whether a request says that its body is larger than its address takes. Its body stays unread. */
export function isTooLarge(request: Request): boolean {
  return Number(request.headers.get('content-length') ?? 0) > mostBytesAt(new URL(request.url).pathname)
}

function mostBytesAt(pathname: string): number {
  if (pathname === '/webhooks/stripe') return STRIPE_EVENT_MAX_BYTES
  return pathname.startsWith('/websub/') ? HUB_PUSH_MAX_BYTES : BODY_MAX_BYTES
}

/** The refusal of a call whose body is too large, as the API writes it. */
export function refuseLarge(): Response {
  const [status, message] = ERRORS.too_large
  const body: ErrorEnvelope = { error: { type: 'too_large', code: 'too_large', message }, errors: [] }
  const headers = { ...securityHeaders({ nonce: null }), 'cache-control': 'private, no-store' }
  return Response.json(body, { status, headers })
}
