import { UNSUBSCRIBE_PATH } from '../../../worker/contract/messages/reminder-setting.ts'

const PREFIXES = ['/api/', '/hooks/', '/trigger/', '/v1/', '/websub/']
const EXACT = new Set([
  '/api',
  '/graphql',
  '/webhooks/stripe',
  '/stored_fields/options',
  '/billing/pro_upgrade_details',
  '/subscriptions/validate_promo_code',
])

/** Whether a call belongs to the API Worker; all others are pages. The unsubscribe address is both: a GET is a page. */
export function isApiCall(method: string, pathname: string): boolean {
  if (pathname === UNSUBSCRIBE_PATH) return method === 'POST'
  return EXACT.has(pathname) || PREFIXES.some((prefix) => pathname.startsWith(prefix))
}
