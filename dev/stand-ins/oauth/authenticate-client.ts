import { OAuthError } from './oauth-error.ts'
import type { Client, Provider } from './provider-settings.ts'

export function findClient({ ctx, settings }: Provider, client_id: string | null | undefined): Client | undefined {
  const registered = ctx.state.clients.filter(({ service }) => service === settings.module_name)
  return [...settings.clients, ...registered].find((each) => each.client_id === client_id)
}

/** By Basic or in the body, never by both (RFC 6749 §2.3). Throws `client` and `request`. */
export function authenticateClient(
  provider: Provider,
  authorization: string | undefined,
  params: URLSearchParams,
): Client {
  const { client_auth = 'either' } = provider.settings
  if (authorization !== undefined && client_auth === 'either' && params.has('client_secret'))
    throw new OAuthError('request', 'Use one way of client authentication, not two')
  const isAllowed = client_auth === 'either' || (client_auth === 'basic') === (authorization !== undefined)
  const client =
    authorization === undefined
      ? knownClient(provider, params.get('client_id'), params.get('client_secret'))
      : clientOfBasic(provider, authorization)
  if (!client || !isAllowed) throw new OAuthError('client', 'Client authentication failed')
  return client
}

/** The client that an Authorization header names, with its secret. */
export function clientOfBasic(provider: Provider, authorization: string): Client | undefined {
  const encoded = /^basic ((?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?)$/i.exec(authorization)?.[1]
  const [id = '', ...secret] = atob(encoded ?? '').split(':')
  return knownClient(provider, formDecode(id), formDecode(secret.join(':')))
}

function knownClient(provider: Provider, client_id: string | null, client_secret: string | null): Client | undefined {
  const client = findClient(provider, client_id)
  return client?.client_secret === client_secret ? client : undefined
}

/** Both halves are form-encoded before they are joined (RFC 6749 §2.3.1). */
function formDecode(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? ''
}

/**
 * Allows http on this machine (localhost, 127.0.0.1, [::1]) with any port and path, because `PORT` moves the product,
 * and https on any host, for tunnels and previews; never a fragment or a user name. A client that registered itself has
 * one address. The token request must repeat the authorization request's address exactly.
 */
export function mayRedirectTo({ settings }: Provider, client: Client, redirectUri: string): boolean {
  if (client.redirect_uri !== undefined) return client.redirect_uri === redirectUri
  const url = URL.parse(redirectUri)
  if (url === null || redirectUri.includes('#') || url.username !== '' || url.password !== '') return false
  if (settings.redirect_path !== undefined && url.pathname !== settings.redirect_path) return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  )
}
