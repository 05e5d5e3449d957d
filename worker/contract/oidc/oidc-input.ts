import * as z from 'zod/mini'

/** Some providers send booleans as text. */
const yes = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => value === true || value === 'true'),
)
/** An invalid value from a provider counts as absent. */
const orNothing = z.catch
const text = orNothing(z.optional(z.string().check(z.trim(), z.maxLength(254))), undefined)

/** A provider's claims about a user, from the ID token or the userinfo endpoint. Only `sub` is required. */
export const claimsInput = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: orNothing(z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())), undefined),
  email_verified: yes,
  preferred_username: text,
  /** When the provider last asked its user to sign in, in seconds. */
  auth_time: orNothing(z.optional(z.number()), undefined),
  name: text,
})
export type Claims = z.output<typeof claimsInput>

/** The required fields of a discovery document that the library does not check itself. */
export const discoveryInput = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

/** RFC 7517. Each key is checked when it is used. */
export const keySetInput = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
