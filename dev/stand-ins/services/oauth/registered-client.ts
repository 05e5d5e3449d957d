import { timingSafeEqual } from 'node:crypto'
import { OAuthError } from './oauth-error.ts'

/** The one registered client. Its secrets differ per service, as they would with real providers. */
export const client = {
  id: 'switchyard',
  name: 'Switchyard',
  secretFor: (service: string) => `${service}-secret`,
  /** With this key, a service tells the product to poll now. */
  serviceKeyFor: (service: string) => `${service}-service-key`,
}

/**
 * Allows http on this machine (localhost, 127.0.0.1, [::1]) with any port and path, because `PORT` moves the product,
 * and https on any host, for tunnels and previews; never a fragment or a user name. The token request must repeat the
 * authorization request's address exactly.
 */
export function isRegisteredRedirect(redirectUri: string): boolean {
  const url = URL.parse(redirectUri)
  if (url === null || redirectUri.includes('#') || url.username !== '' || url.password !== '') return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  )
}

/** client_secret_basic or client_secret_post, never both at once (RFC 6749 §2.3). Returns the client's id. */
export function authenticateClient(service: string, authorization: string | undefined, form: URLSearchParams): string {
  const basic = authorization === undefined ? undefined : readBasic(authorization)
  if (basic !== undefined && form.has('client_secret')) {
    throw new OAuthError('invalid_request', 'Use one way of client authentication, not two')
  }
  const id = basic?.id ?? form.get('client_id')
  const secret = basic?.secret ?? form.get('client_secret')
  if (id !== client.id || secret === null || !sameText(secret, client.secretFor(service))) {
    throw new OAuthError('invalid_client', 'Client authentication failed')
  }
  return id
}

function readBasic(authorization: string): { id: string; secret: string } {
  const encoded = /^basic (.+)$/i.exec(authorization)?.[1]
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) throw new OAuthError('invalid_client', 'The Authorization header is not Basic')
  return { id: formDecode(pair.slice(0, colon)), secret: formDecode(pair.slice(colon + 1)) }
}

/** Both halves are form-encoded before they are joined (RFC 6749 §2.3.1). */
function formDecode(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? ''
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
