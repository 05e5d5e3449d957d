import type { Provider } from './provider-settings.ts'

/** Builds a provider's metadata, as RFC 8414 and OpenID Connect Discovery publish it. */
export function metadataOf(provider: Omit<Provider, 'ctx'>): Record<string, unknown> {
  const { address, settings } = provider
  const { paths, pkce = 'required', client_auth = 'either', tokens = {}, accounts } = settings
  const authMethods = { basic: ['client_secret_basic'], form: ['client_secret_post'] }
  const auth = client_auth === 'either' ? [...authMethods.basic, ...authMethods.form] : authMethods[client_auth]
  const claims = accounts.flatMap(({ claims: known = {} }) => Object.values(known).flatMap(Object.keys))
  return {
    issuer: address,
    authorization_endpoint: address + paths.authorize,
    token_endpoint: address + paths.token,
    ...(paths.register && { app_registration_endpoint: address + paths.register }),
    ...(paths.revoke && {
      revocation_endpoint: address + paths.revoke,
      revocation_endpoint_auth_methods_supported: auth,
    }),
    ...(paths.userinfo && {
      userinfo_endpoint: address + paths.userinfo,
      jwks_uri: address + paths.jwks,
      claims_supported: ['sub', ...new Set(claims)],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    scopes_supported: Object.keys(settings.scopes),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', ...(tokens.refresh === 'none' ? [] : ['refresh_token'])],
    token_endpoint_auth_methods_supported: auth,
    ...(pkce !== 'ignored' && { code_challenge_methods_supported: ['S256'] }),
    ...(settings.names_issuer && { authorization_response_iss_parameter_supported: true }),
  }
}
