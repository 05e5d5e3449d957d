import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import type { SignInSettings } from '../../oauth/provider-settings.ts'
import { productAt } from '../../services/data/demo-client.ts'

/** How people sign in at a sample server, as the file says it and otherwise by the standard; null without a sign-in. */
export function sampleSignIn(
  { id, name, color, connect, requests }: ServiceDefinition,
  account: string,
): SignInSettings | null {
  if (connect.kind !== 'oauth2') return null
  const register = requests?.['register_client']?.post
  const { authorize_url, token_url, revoke_url, scopes, token_request, client_auth, authorize_params = {} } = connect
  const named = scopes.split(/\s+/).filter((scope) => scope !== '')
  const { scope: _scope, ...required } = authorize_params
  return {
    module_name: id,
    name,
    brand_color: color,
    scopes: Object.fromEntries(named.map((scope) => [scope, permissionWords(scope)])),
    accounts: [{ id: `${id}-ada`, name: account }],
    clients: register === undefined ? [productAt(id)] : [],
    paths: {
      authorize: pathOf(authorize_url),
      token: pathOf(token_url),
      ...(revoke_url !== undefined && { revoke: pathOf(revoke_url) }),
      ...(register !== undefined && { register: pathOf(register), metadata: METADATA }),
    },
    required,
    pkce: token_request === 'json' ? 'ignored' : 'required',
    // It refuses what it does not need, such as a form or PKCE.
    ...(token_request === 'json' && { body: 'json', is_exact: true }),
    ...(register !== undefined && GIVES_CLIENTS),
    ...(client_auth !== undefined && { client_auth: client_auth === 'post' ? 'form' : 'basic' }),
  }
}

/** Where a server that gives anyone a client says how it signs in (RFC 8414). */
const METADATA = '/.well-known/oauth-authorization-server'

/** Such as Mastodon: its tokens stay, and an old server knows no PKCE. Clients are asked for with JSON or a form. */
const GIVES_CLIENTS = { pkce: 'optional', body: 'any', tokens: { access_seconds: null, refresh: 'none' } } as const

/** All hosts of a service are at one address here. */
function pathOf(address: string): string {
  const [path = ''] = address.replace(/^https:\/\/[^/]+/, '').split('?')
  return path
}

/** Some files put commas between permissions; Google's names are addresses. */
function permissionWords(scope: string): string {
  const names = scope.split(',').map((name) => `“${name.slice(name.lastIndexOf('/') + 1)}”`)
  return `Use ${new Intl.ListFormat('en').format(names)}`
}
