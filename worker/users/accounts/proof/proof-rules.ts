import type { ProofWay } from '../../../contract/accounts/proof.ts'

/** The ways to sign in to an account. `provider`: an identity at the OpenID provider of this site. */
type SignInWays = { password: boolean; passkey: boolean; provider: boolean; second_factor: boolean }

/**
 * How a user can show that it is them, best first. A mail is accepted only where there is nothing better: else someone
 * who reads the mails could change the password. Where signing in takes a passkey, nothing less shows it.
 */
export function proofWays({ password, passkey, provider, second_factor }: SignInWays): ProofWay[] {
  if (second_factor) return ['passkey']
  if (passkey) return password ? ['passkey', 'password'] : ['passkey']
  if (password) return ['password']
  return provider ? ['provider', 'mail'] : ['mail']
}
