import { slugify } from '../../contract/addresses.ts'
import type { Claims } from '../../contract/oidc/oidc-input.ts'
import { isReservedLogin } from '../logins/reserved-logins.ts'
import type { SignInProblem } from '../../contract/oidc/oidc-sign-in.ts'

/** Our knowledge of the provider's user. */
type Known = {
  /** Whether this identity has signed in here before. */
  identity: boolean
  /** The account with the same email address. */
  sameEmail: { verified: boolean; otherIdentity: boolean } | null
}

/**
 * Whose account a sign-in opens. An address counts only if both sides have verified it: otherwise someone who joined
 * with another person's address, here or there, would share that person's account.
 */
export function decideAccount(
  { identity, sameEmail }: Known,
  { email, email_verified }: Pick<Claims, 'email' | 'email_verified'>,
): 'known' | 'link' | 'create' | SignInProblem {
  if (identity) return 'known'
  if (!email || !email_verified) return 'unverified_email'
  if (!sameEmail) return 'create'
  if (!sameEmail.verified) return 'unverified_account'
  return sameEmail.otherIdentity ? 'other_identity' : 'link'
}

const LOGIN_MIN = 3
const LOGIN_MAX = 24
const TRIES = 9

/** A user name from the provider's claims, within the rules of joining: not a reserved one. Other users see it. */
export function loginFrom({ preferred_username, name, email }: Partial<Claims>, product: string): string {
  const said = [preferred_username?.split('@')[0], name, email?.split('@')[0]]
  const tidy = said.map((text) =>
    slugify(text ?? '')
      .slice(0, LOGIN_MAX)
      .replace(/-+$/, ''),
  )
  return tidy.find((text) => text.length >= LOGIN_MIN && !isReservedLogin(text, product)) ?? 'user'
}

/** The names to try, simplest first. */
export function loginCandidates(login: string): string[] {
  return [login, ...Array.from({ length: TRIES - 1 }, (_, at) => `${login}-${at + 2}`)]
}
