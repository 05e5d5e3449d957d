import type { ServiceEndpoints } from './service-endpoints.ts'

/** Builds the metadata that RFC 8414 publishes at /.well-known/oauth-authorization-server/{service}. */
export function authorizationServerMetadata(endpoints: ServiceEndpoints) {
  const authMethods = ['client_secret_basic', 'client_secret_post']
  return {
    issuer: endpoints.issuer,
    authorization_endpoint: endpoints.authorize_url,
    token_endpoint: endpoints.token_url,
    revocation_endpoint: endpoints.revoke_url,
    scopes_supported: endpoints.scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}
