/** The error codes of RFC 6749 §5.2. */
type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'

export class OAuthError extends Error {
  readonly code: Code

  /** The description goes over the wire: ASCII without quotes or backslash (RFC 6749 §5.2). */
  constructor(code: Code, description: string) {
    super(description)
    this.code = code
  }
}

export const neverStored = { 'cache-control': 'no-store', pragma: 'no-cache' }

export function oauthErrorResponse(error: OAuthError, realm: string): Response {
  const headers = new Headers(neverStored)
  if (error.code === 'invalid_client') headers.set('www-authenticate', `Basic realm="${realm}"`)
  const status = error.code === 'invalid_client' ? 401 : 400
  return Response.json({ error: error.code, error_description: error.message }, { status, headers })
}

/** A parameter that is sent twice is an error; an empty parameter counts as absent (RFC 6749 §3.1, §3.2). */
export function single(params: URLSearchParams, name: string): string | undefined {
  const values = params.getAll(name)
  if (values.length > 1) throw new OAuthError('invalid_request', `${name} is sent more than once`)
  return values[0] === '' ? undefined : values[0]
}

export function requiredParam(params: URLSearchParams, name: string): string {
  const value = single(params, name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing`)
  return value
}
