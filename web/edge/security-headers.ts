import { DEVELOPMENT } from './assets.ts'
/** Headers of every page. A cached page has no inline script, so it needs no nonce (design §4). */
export function securityHeaders(nonce: string | null): Record<string, string> {
  const scripts = nonce ? `'self' 'nonce-${nonce}'` : "'self'"
  const development = DEVELOPMENT
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}${development ? " 'unsafe-inline'" : ''}`,
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': (development && nonce
      ? policy.map((part) => part.replace(` 'nonce-${nonce}'`, ''))
      : policy
    ).join('; '),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}
