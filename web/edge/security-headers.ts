import { REPORTS_PATH } from '../../worker/contract/error-reports/policy-report.ts'
import { DEVELOPMENT } from './assets.ts'

/** The only policy that makes trusted texts (web/browser/document/trusted-types.ts). */
const POLICY = 'app'
const TRUSTED_TYPES = "require-trusted-types-for 'script'"
const REPORT_GROUP = 'reports'
/** Browsers that know `report-to` ignore `report-uri`. */
const REPORTED = [`report-uri ${REPORTS_PATH}`, `report-to ${REPORT_GROUP}`]

/** The hosts of Stripe.js, its frames and its API that a page with a card field must allow (Stripe's own list). */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
}

export type PageSecurity = {
  nonce: string | null
  /** On a page that takes cards: origins of a Stripe stand-in, none in production. */
  cards?: { standIns: readonly string[] } | undefined
  /** On a page with a part of another site: origins of its scripts and frames. */
  outside?: { scripts: readonly string[]; frames: readonly string[] } | undefined
  /** The address holds a mailed link's token, so no request says where it comes from. */
  hidden?: boolean
  /** The operator's own hosts besides this one, whose script-typed responses run (§7). */
  scriptHosts?: readonly string[] | undefined
}

/** Headers of every answer of the edge; those of files are in web/public/_headers. A cached page has no inline script, so it needs no nonce. */
export function securityHeaders({
  nonce,
  cards,
  outside,
  hidden = false,
  scriptHosts = [],
}: PageSecurity): Record<string, string> {
  const stripe = (hosts: readonly string[]) => (cards ? [...hosts, ...cards.standIns] : [])
  const scripts = DEVELOPMENT ? "'unsafe-inline'" : nonce && `'nonce-${nonce}'`
  const frames = [...stripe(STRIPE.frames), ...(outside?.frames ?? [])]
  const isTrusting = cards !== undefined || outside !== undefined
  return {
    'content-security-policy': [
      "default-src 'none'",
      directive('script-src', ["'self'", scripts, ...stripe(STRIPE.scripts), ...(outside?.scripts ?? [])]),
      // Google's Picker brings styles of its own.
      directive('style-src', ["'self'", (DEVELOPMENT || outside !== undefined) && "'unsafe-inline'"]),
      "img-src 'self' data:",
      directive('connect-src', ["'self'", DEVELOPMENT && 'ws:', ...scriptHosts, ...stripe(STRIPE.calls)]),
      ...(frames.length > 0 ? [directive('frame-src', frames)] : []),
      "worker-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      ...(isTrusting || DEVELOPMENT ? [] : [TRUSTED_TYPES, `trusted-types ${POLICY}`]),
      ...REPORTED,
    ].join('; '),
    // Stripe.js and Google's Picker may not know Trusted Types, so there they are only reported.
    ...(isTrusting &&
      !DEVELOPMENT && { 'content-security-policy-report-only': [TRUSTED_TYPES, ...REPORTED].join('; ') }),
    'reporting-endpoints': `${REPORT_GROUP}="${REPORTS_PATH}"`,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': hidden ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    // A bank's or wallet's window needs access to its opener.
    'cross-origin-opener-policy': cards ? 'same-origin-allow-popups' : 'same-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=()${cards ? `, ${walletPolicy(cards.standIns)}` : ''}`,
  }
}

function directive(name: string, sources: readonly (string | false | null)[]): string {
  return [name, ...sources.filter(Boolean)].join(' ')
}

/** Allows wallets to open from Stripe's frames. */
function walletPolicy(standIns: readonly string[]): string {
  return `payment=(self ${['https://js.stripe.com', ...standIns].map((origin) => `"${origin}"`).join(' ')})`
}
