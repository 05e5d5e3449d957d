import type { SignInSettings } from './provider-settings.ts'

/** Why a request is refused, with the error that RFC 6749 §5.2, RFC 6750 and RFC 7009 name for it. */
const ERRORS = {
  request: { error: 'invalid_request', status: 400 },
  response_type: { error: 'unsupported_response_type', status: 400 },
  client: { error: 'invalid_client', status: 401 },
  grant_type: { error: 'unsupported_grant_type', status: 400 },
  scope: { error: 'invalid_scope', status: 400 },
  code: { error: 'invalid_grant', status: 400 },
  redirect: { error: 'invalid_grant', status: 400 },
  verifier: { error: 'invalid_grant', status: 400 },
  refresh: { error: 'invalid_grant', status: 400 },
  token: { error: 'invalid_token', status: 400 },
  bearer: { error: 'invalid_token', status: 401 },
  bearer_scope: { error: 'insufficient_scope', status: 403 },
}
export type Reason = keyof typeof ERRORS

export class OAuthError extends Error {
  readonly reason: Reason

  /** The description goes over the wire: ASCII without quotes or backslash (RFC 6749 §5.2). */
  constructor(reason: Reason, description: string) {
    super(description)
    this.reason = reason
  }
}

/** The client or its address cannot be trusted, so the browser is not sent there (RFC 6749 §4.1.2.1). */
export class UntrustedRequest extends Error {}

/** The error as this provider names it. */
export function readError({ errors }: Pick<SignInSettings, 'errors'>, { reason, message }: OAuthError) {
  const { status, ...body } = { ...ERRORS[reason], error_description: message, ...errors?.[reason] }
  return { status, body }
}

export function challengeFor({ name }: SignInSettings, reason: Reason, error: string): string | null {
  if (reason === 'client') return `Basic realm="${name}"`
  return reason === 'bearer' || reason === 'bearer_scope' ? `Bearer error="${error}"` : null
}

export const neverStored = { 'cache-control': 'no-store', pragma: 'no-cache' }
