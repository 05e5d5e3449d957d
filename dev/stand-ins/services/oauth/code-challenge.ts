import { createHash } from 'node:crypto'

/** Whether the verifier is that of this challenge (PKCE, S256). A code that was asked for without one needs none. */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  return challenge === '' || challenge === createHash('sha256').update(verifier).digest('base64url')
}
