import type { Context } from 'hono'
import { newSecret } from './oauth-tokens.ts'
import { readParameters } from './read-parameters.ts'
import type { Provider } from './provider-settings.ts'

/** Gives anyone a client, as Mastodon documents it. */
export async function registerClient({ ctx, settings }: Provider, c: Context): Promise<Response> {
  const params = await readParameters(c, settings)
  const [name, redirect_uri, website] = ['client_name', 'redirect_uris', 'website'].map((each) => params.get(each))
  const scopes = (params.get('scopes') ?? 'read').split(' ')
  if (!name || !redirect_uri || !URL.canParse(redirect_uri))
    return c.json({ error: 'Validation failed: Redirect URI' }, 422)
  const credentials = { client_id: newSecret(''), client_secret: newSecret('') }
  ctx.state.clients.push({ service: settings.module_name, ...credentials, name, redirect_uri, scopes })
  ctx.save()
  const about = { id: '1', name, website, scopes, redirect_uri, redirect_uris: [redirect_uri] }
  return c.json({ ...about, ...credentials, client_secret_expires_at: 0, vapid_key: '' })
}
