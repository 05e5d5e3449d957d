import type { Stored } from './edge-cache.ts'
import { securityHeaders } from './security-headers.ts'

export function htmlHeaders(nonce: string | null, cacheControl: string): Record<string, string> {
  return {
    ...securityHeaders(nonce),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': cacheControl,
    vary: 'cookie',
  }
}

export function fromStored({ status, body, headers }: Stored): Response {
  return new Response(body || null, { status, headers })
}

export function redirect(to: string, status: 302 | 308, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...securityHeaders(null), location: to, 'cache-control': 'private, no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}
