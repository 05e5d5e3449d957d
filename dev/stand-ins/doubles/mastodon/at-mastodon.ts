import { mastodon } from '../../../../worker/services/mastodon/service.ts'
import { AtProvider } from '../../oauth/at-provider.ts'
import type { Client } from '../../oauth/provider-settings.ts'
import { MASTODON_SIGN_IN } from './mastodon-oauth.ts'

/** A new app at the double, and a browser there. */
export async function atMastodon(address: string): Promise<AtProvider> {
  const scopes = mastodon.connect.kind === 'oauth2' ? mastodon.connect.scopes : ''
  const redirect_uri = 'https://site.test/back'
  const form = { client_name: 'Switchyard', redirect_uris: redirect_uri, scopes }
  const registered = await fetch(`${address}/api/v1/apps`, { method: 'POST', body: new URLSearchParams(form) })
  const { client_id, client_secret }: Client = await registered.json()
  return new AtProvider(address, MASTODON_SIGN_IN, {
    client_id,
    client_secret,
    redirect_uri,
    scopes: scopes.split(' '),
  })
}

/** Signs in at the double; answers with the values to seal: its server, a token of a new app, and the account's id. */
export async function mastodonValues(address: string): Promise<Record<string, string>> {
  const { access_token } = await (await atMastodon(address)).signIn()
  return { server: address, token: access_token, account: '1' }
}
