const PREFIXES = ['/api/', '/hooks/']
const EXACT = new Set([
  '/api',
  '/graphql',
  '/webhooks/stripe',
  '/stored_fields/options',
  '/billing/pro_upgrade_details',
  '/subscriptions/validate_promo_code',
])

/** Exactly these addresses belong to the API Worker; all others are pages (design §1). */
export function isApiPath(pathname: string): boolean {
  return EXACT.has(pathname) || PREFIXES.some((prefix) => pathname.startsWith(prefix))
}
