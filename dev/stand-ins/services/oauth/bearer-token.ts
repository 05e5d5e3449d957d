import type { Context } from 'hono'
import type { Grant } from '../../oauth/oauth-state.ts'
import { bearerOf, findAccess } from '../../oauth/oauth-tokens.ts'
import type { SignInSettings } from '../../oauth/provider-settings.ts'
import type { ServicesContext } from '../data/services-state.ts'

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly challenge: string | undefined

  constructor(status: number, code: string, message: string, challenge?: string) {
    super(message)
    this.status = status
    this.code = code
    this.challenge = challenge ?? (status === 401 ? invalidToken : undefined)
  }
}

const invalidToken = 'Bearer error="invalid_token", error_description="The token is expired, revoked or unknown"'

/** Returns the grant behind the request's bearer token, or throws the errors of RFC 6750 §3.1. */
export function requireGrant(ctx: ServicesContext, service: SignInSettings, c: Context, scope?: string): Grant {
  const token = bearer(c)
  if (token === undefined) {
    throw new ApiError(401, 'unauthorized', 'Send a bearer token', `Bearer realm="${service.name}"`)
  }
  const access = findAccess(ctx, service.module_name, token)
  if (access === undefined) throw new ApiError(401, 'invalid_token', 'The token is expired, revoked or unknown')
  if (scope !== undefined && !access.scopes.includes(scope)) {
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
    throw new ApiError(403, 'insufficient_scope', `This needs the scope ${scope}`, challenge)
  }
  return access.grant
}

export function bearer(c: Context): string | undefined {
  return bearerOf(c.req.header('authorization'))
}

/** For `onError` of an API: what is not an ApiError stays an error. */
export function answerApiError(error: Error): Response {
  if (error instanceof ApiError) return apiErrorResponse(error)
  throw error
}

function apiErrorResponse(error: ApiError): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (error.challenge !== undefined) headers.set('www-authenticate', error.challenge)
  if (error.status === 429 || error.status === 503) headers.set('retry-after', '1')
  return Response.json({ error: error.code, message: error.message }, { status: error.status, headers })
}

/** How an API answers a status that a test or the page requested. */
export function refuseCall(status: number): Response {
  return apiErrorResponse(new ApiError(status, 'requested_fault', 'A test or the page requested this failure'))
}
