import type { ProofWay } from '../../contract/accounts/proof.ts'

/** What an account signs in with. `provider`: an identity at the OpenID provider of this site. */
type SignInWays = { password: boolean; passkey: boolean; provider: boolean; secondFactor: boolean }

/**
 * How a user can show that it is them, best first. A password proves nothing where signing in asks for a passkey too. A
 * mail is accepted only where there is nothing better: else someone who reads the mails could change the password.
 */
export function proofWays({ password, passkey, provider, secondFactor }: SignInWays): ProofWay[] {
  if (passkey && (secondFactor || !password)) return ['passkey']
  if (passkey) return ['passkey', 'password']
  if (password) return ['password']
  return provider ? ['provider', 'mail'] : ['mail']
}
