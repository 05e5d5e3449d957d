import { ERRORS, type ErrorEnvelope } from '../../worker/contract/errors.ts'
import type { Stored } from './cache/edge-cache.ts'
import { securityHeaders, type PageSecurity } from './security-headers.ts'

export function htmlHeaders(security: PageSecurity, cacheControl: string): Record<string, string> {
  return {
    ...securityHeaders(security),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': cacheControl,
    vary: 'cookie',
  }
}

export function fromStored({ status, body, headers }: Stored): Response {
  return new Response(body || null, { status, headers })
}

/** A file for crawlers or browsers, to be kept by the edge; what failed is kept nowhere. */
export function storedFile({ status, type, text }: { status: number; type: string | null; text: string }): Stored {
  const headers = {
    ...securityHeaders({ nonce: null }),
    'content-type': type ?? 'text/plain; charset=utf-8',
    'cache-control': type === null ? 'no-store' : 'public, max-age=0, must-revalidate',
  }
  return { status, body: text, headers }
}

/** The headers of a redirect that is the same for everyone. */
export function storedRedirect(location: string): Record<string, string> {
  return {
    ...securityHeaders({ nonce: null }),
    location,
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'cookie',
  }
}

export function redirect(to: string, status: 302 | 303 | 308, cookies: readonly string[] = []): Response {
  const headers = new Headers({
    ...securityHeaders({ nonce: null }),
    location: to,
    'cache-control': 'private, no-store',
  })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}

/** The refusal of a method that a page or a file does not have. */
export function refuseMethod(): Response {
  const headers = { ...securityHeaders({ nonce: null }), allow: 'GET, HEAD', 'cache-control': 'no-store' }
  return new Response(null, { status: 405, headers })
}

/** The refusal of a call whose body is too large, as the API writes it. */
export function refuseLarge(): Response {
  const [status, message] = ERRORS.too_large
  const body: ErrorEnvelope = { error: { type: 'too_large', code: 'too_large', message }, errors: [] }
  const headers = { ...securityHeaders({ nonce: null }), 'cache-control': 'private, no-store' }
  return Response.json(body, { status, headers })
}
