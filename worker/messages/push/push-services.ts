import { isTrusted } from '../../system/outbound/outbound-guard.ts'

/** The push services of the browsers that there are, with all hosts below them. */
const PUSH_SERVICES = [
  // Chrome, Edge on phones, Opera, Samsung Internet.
  'fcm.googleapis.com',
  // Firefox.
  'push.services.mozilla.com',
  // Safari.
  'push.apple.com',
  // Edge on Windows.
  'notify.windows.com',
]

/**
 * Whether notifications may go to this address: one of a browser's push service, or of an origin that the operator
 * trusts. Anything else would be a request of somebody's choice.
 */
export function isPushService(endpoint: string, settings: Parameters<typeof isTrusted>[1]): boolean {
  if (isTrusted(endpoint, settings)) return true
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  const isKnown = PUSH_SERVICES.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return isKnown && protocol === 'https:' && port === '' && username === ''
}
