import { mastodon } from '../../../../worker/services/mastodon/service.ts'

const REDIRECT = 'https://site.test/back'

/** Signs in at the double; answers with the values to seal: its server, a token of a new app, and the account's id. */
export async function mastodonValues(address: string): Promise<Record<string, string>> {
  const { connect } = mastodon
  const scopes = connect.kind === 'oauth2' ? connect.scopes.join(' ') : ''
  const post = async (path: string, form: Record<string, string>) =>
    fetch(`${address}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const app = await post('/api/v1/apps', { client_name: 'Switchyard', redirect_uris: REDIRECT, scopes })
  const { client_id, client_secret }: Record<string, string> = await app.json()
  const query = new URLSearchParams({ client_id: client_id ?? '', redirect_uri: REDIRECT, scope: scopes })
  const allowed = await post(`/oauth/authorize?${query}`, { decision: 'allow' })
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
  const given = await post('/oauth/token', { ...grant, client_id: client_id ?? '', client_secret: client_secret ?? '' })
  const { access_token }: Record<string, string> = await given.json()
  return { server: address, token: access_token ?? '', account: '1' }
}
