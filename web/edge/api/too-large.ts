import { BODY_MAX_BYTES, HUB_PUSH_MAX_BYTES, STRIPE_EVENT_MAX_BYTES } from '../../../worker/contract/limits.ts'

/** Whether a request says that its body is larger than its address takes. Its body stays unread. */
export function isTooLarge(request: Request): boolean {
  return Number(request.headers.get('content-length') ?? 0) > mostBytesAt(new URL(request.url).pathname)
}

function mostBytesAt(pathname: string): number {
  if (pathname === '/webhooks/stripe') return STRIPE_EVENT_MAX_BYTES
  return pathname.startsWith('/websub/') ? HUB_PUSH_MAX_BYTES : BODY_MAX_BYTES
}
