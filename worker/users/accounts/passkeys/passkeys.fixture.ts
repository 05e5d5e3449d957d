import { env } from 'cloudflare:test'
import { connect } from '../../../system/d1/client.ts'
import type { users } from '../../../db/schema/accounts.ts'
import { call } from '../../../testing/call-api.ts'
import { aUser, signIn } from '../../../testing/rows.ts'
import { SoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import { emptyDatabase } from '../../../testing/test-ctx.ts'

/** A browser that keeps its cookies, with an authenticator. */
export function aBrowser(device = new SoftwareAuthenticator()) {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const session = jar.get('__Host-session')
    const visitor = jar.get('__Host-csrf') ?? 'visitor-cookie'
    jar.set('__Host-csrf', visitor)
    const response = await call(method, path, {
      ...(session && { session }),
      ...(body !== undefined && { body }),
      headers: { cookie: cookie() },
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const json = async <Body>(sent: Promise<Response>) => (await sent).json<Body>()
  return { device, jar, send, json }
}
type Browser = ReturnType<typeof aBrowser>

/** Someone who is signed in, in a browser of their own. */
export async function signedIn(given: Partial<typeof users.$inferInsert> = {}, device?: SoftwareAuthenticator) {
  const db = connect(env.DB)
  const user = await aUser(db, given)
  const browser = aBrowser(device)
  browser.jar.set('__Host-session', (await signIn(db, user, Date.now())).token)
  return { db, user, browser }
}

/** The same, who has made a passkey and then signed out. */
export async function withPasskey(given: Partial<typeof users.$inferInsert> = {}, device?: SoftwareAuthenticator) {
  await emptyDatabase()
  const fixture = await signedIn(given, device)
  const response = await addPasskey(fixture.browser)
  if (response.status !== 201) throw new Error(`The passkey was answered ${response.status}: ${await response.text()}`)
  return fixture
}

export async function addPasskey({ device, send, json }: Browser, twist: Parameters<typeof device.create>[1] = {}) {
  const passkey = device.create(await json(send('POST', '/api/passkeys/options')), twist)
  return send('POST', '/api/passkeys', { passkey })
}

export async function signInByPasskey({ device, send, json }: Browser, twist: Parameters<typeof device.get>[1] = {}) {
  const passkey = device.get(await json(send('POST', '/api/session/passkey_options')), twist)
  return send('POST', '/api/session/passkey', { passkey })
}

export async function codeOf(response: Response): Promise<string> {
  return (await response.json<{ error: { code: string } }>()).error.code
}
