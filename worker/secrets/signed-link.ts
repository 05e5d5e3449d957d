import { jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { Ctx } from '../context/context.ts'
import { AppError } from '../errors/app-error.ts'
import { hmac } from './hashes.ts'

/** The purpose of a link in a mail. A token of one purpose does not work for another. */
type Purpose =
  | 'verify_email'
  | 'password_reset'
  | 'unsubscribe'
  | 'change_email'
  | 'undo_email_change'
  | 'undo_deletion'
type Claims = JWTPayload & { sub: string }

export async function signToken(ctx: Ctx, purpose: Purpose, claims: Claims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ctx.settings.SITE_ORIGIN)
    .setAudience(purpose)
    .setIssuedAt(new Date(ctx.now()))
    .sign(await linkKey(ctx))
}

/** Throws `invalid_link` (422) if the token is forged, expired, for another purpose, or missing one of these claims. */
export async function readToken<More>(
  ctx: Ctx,
  purpose: Purpose,
  token: string,
  requiredClaims: string[],
): Promise<JWTPayload & More> {
  const { payload } = await jwtVerify<More>(token, await linkKey(ctx), {
    algorithms: ['HS256'],
    issuer: ctx.settings.SITE_ORIGIN,
    audience: purpose,
    requiredClaims,
    currentDate: new Date(ctx.now()),
  }).catch((cause: unknown) => {
    throw new AppError('invalid_link', { cause })
  })
  return payload
}

/** A separate key, so that nothing else signed with the secret can pass for a link. */
async function linkKey({ settings }: Ctx): Promise<Uint8Array> {
  return new TextEncoder().encode(await hmac(settings.SECRET_KEY, 'links'))
}
