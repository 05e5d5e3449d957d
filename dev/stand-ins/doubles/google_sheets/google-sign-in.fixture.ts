import { AtProvider } from '../../oauth/at-provider.ts'
import { GOOGLE_SIGN_IN } from './google-oauth.ts'

export const atGoogle = (address: string) => new AtProvider(address, GOOGLE_SIGN_IN)

/** Picks a file in the Picker, as its user does. */
export async function pickAtGoogle(address: string, token: string, id: string): Promise<void> {
  const body = new URLSearchParams({ oauth_token: token, id, origin: 'http://localhost:8788' })
  const answer = await fetch(`${address}/picker/picked`, { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
}
