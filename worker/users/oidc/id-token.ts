import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { guardedFetch } from '../../system/outbound/guarded-fetch.ts'
import type { Ctx } from '../../system/context/context.ts'
import { keySetInput } from '../../contract/oidc/oidc-input.ts'
import type { Settings } from '../../system/context/env.ts'
import { parseInput } from '../../system/http/validate.ts'
import { CLOCK_TOLERANCE, type OidcProvider } from './provider.ts'

/** Only key-pair signatures: neither `none`, nor HS256 with a public key as its secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']
const KEYS_KEPT = 10 * 60 * 1000
/** An unknown key reloads the key set, but not for every forged token. */
const KEYS_COOLDOWN = 30 * 1000

type Keys = { set: JSONWebKeySet; at: number }
/** Cached as data for each isolate and configuration; see provider.ts. */
const fetched = new WeakMap<Settings, Keys>()

/**
 * The claims of an ID token, verified by `jose`: a current key of the provider, its issuer, our client id, and the
 * validity period. Throws otherwise. The nonce was checked before, with the token response.
 */
export async function verifyIdToken(ctx: Ctx, provider: OidcProvider, idToken: string): Promise<JWTPayload> {
  const known = fetched.get(ctx.settings)
  const fresh = known && known.at > ctx.realNow() - KEYS_KEPT ? known : await fetchKeys(ctx, provider)
  const payload = await verifyWith(ctx, provider, idToken, fresh).catch(async (error: unknown) => {
    const rotated = error instanceof errors.JWKSNoMatchingKey && fresh.at <= ctx.realNow() - KEYS_COOLDOWN
    if (!rotated) throw error
    return verifyWith(ctx, provider, idToken, await fetchKeys(ctx, provider))
  })
  if (payload['azp'] !== undefined && payload['azp'] !== provider.client.client_id)
    throw new Error('The ID token was made for another client (azp).')
  return payload
}

async function verifyWith(ctx: Ctx, { as, client }: OidcProvider, idToken: string, { set }: Keys): Promise<JWTPayload> {
  const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(set), {
    algorithms: ALGORITHMS,
    issuer: as.issuer,
    audience: client.client_id,
    clockTolerance: CLOCK_TOLERANCE,
    currentDate: new Date(ctx.realNow()),
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
  })
  // An access token or a logout token of the same provider is not an ID token.
  if ((protectedHeader.typ ?? 'JWT').toUpperCase() !== 'JWT') throw new Error('The token is of another type.')
  return payload
}

async function fetchKeys(ctx: Ctx, { as }: OidcProvider): Promise<Keys> {
  const answer = await guardedFetch(ctx)(as.jwks_uri, { headers: { accept: 'application/json' } })
  if (answer.status !== 200) throw new Error(`The provider's keys answered ${answer.status}.`)
  const keys = { set: parseInput(keySetInput, await answer.json()), at: ctx.realNow() }
  fetched.set(ctx.settings, keys)
  return keys
}
