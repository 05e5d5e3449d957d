import { jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { ClockCtx, SettingsCtx } from '../context/context.ts'
import { AppError } from '../errors/app-error.ts'
import { hmac } from './hashes.ts'

/** The purpose of a link, in a mail or a redirect. A token of one purpose does not work for another. */
type Purpose =
  | 'verify_email'
  | 'password_reset'
  | 'proof'
  | 'unsubscribe'
  | 'activation'
  | 'change_email'
  | 'undo_email_change'
  | 'undo_deletion'
  | 'stop_recovery'
type Claims = JWTPayload & { sub: string }

export async function signToken(ctx: ClockCtx & SettingsCtx, purpose: Purpose, claims: Claims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ctx.settings.SITE_ORIGIN)
    .setAudience(purpose)
    .setIssuedAt(new Date(ctx.now()))
    .sign(await linkKey(ctx.settings.SECRET_KEY[0]))
}

/** Throws `invalid_link` (422) if the token is forged, expired, for another purpose, or missing one of these claims. */
export async function readToken<More>(
  ctx: ClockCtx & SettingsCtx,
  purpose: Purpose,
  token: string,
  requiredClaims: string[],
): Promise<JWTPayload & More> {
  const expected = {
    algorithms: ['HS256'],
    issuer: ctx.settings.SITE_ORIGIN,
    audience: purpose,
    requiredClaims,
    currentDate: new Date(ctx.now()),
  }
  let cause: unknown
  for (const key of ctx.settings.SECRET_KEY) {
    try {
      return (await jwtVerify<More>(token, await linkKey(key), expected)).payload
    } catch (error) {
      cause = error
    }
  }
  throw new AppError('invalid_link', { cause })
}

/** A separate key, so that nothing else signed with the secret can pass for a link. */
async function linkKey(key: string): Promise<Uint8Array> {
  return new TextEncoder().encode(await hmac(key, 'links'))
}
