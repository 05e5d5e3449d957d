import * as z from 'zod/mini'

/** Some providers send their booleans as text. */
const yes = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => value === true || value === 'true'),
)
/** What a provider says wrongly counts as not said. */
const orNothing = z.catch
const text = orNothing(z.optional(z.string().check(z.trim(), z.maxLength(254))), undefined)

/** What a provider says of a person, in the ID token or at its userinfo address: only `sub` has to be there. */
export const claimsInput = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: orNothing(z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())), undefined),
  email_verified: yes,
  preferred_username: text,
  name: text,
})
export type Claims = z.output<typeof claimsInput>

/** What its discovery document has to say, besides what the library checks as it is used. */
export const discoveryInput = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

/** RFC 7517; each key is checked as it is used. */
export const keySetInput = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
