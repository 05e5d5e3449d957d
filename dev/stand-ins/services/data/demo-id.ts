import type { SignInSettings } from '../../oauth/provider-settings.ts'
import { productAt } from './demo-client.ts'

/** Who can sign in through Demo ID; the first one is preselected. */
const people = [
  // No account yet: signing in creates one.
  person('robin', 'Robin Meyer', 'robin@example.test', true),
  // A demo account has this address: signing in links the two.
  person('frida', 'Frida Holm', 'free@demo.test', true),
  // Refused, because the address is not verified.
  person('kim', 'Kim Adeyemi', 'kim@example.test', false),
]

/** The OpenID provider of the demo data. */
export const demoId: SignInSettings = {
  module_name: 'demo-id',
  name: 'Demo ID',
  brand_color: '#1f3a5f',
  scopes: { openid: 'Know who you are', profile: 'See your name', email: 'See your email address' },
  accounts: people,
  clients: [productAt('demo-id')],
  paths: {
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    revoke: '/oauth/revoke',
    userinfo: '/userinfo',
    jwks: '/jwks',
    metadata: '/.well-known/openid-configuration',
  },
  names_issuer: true,
}

/** The product's settings for this provider. */
export function demoIdVars(origin: string) {
  const { client_id, client_secret } = productAt(demoId.module_name)
  return {
    OIDC_ISSUER: `${origin}/${demoId.module_name}`,
    OIDC_CLIENT_ID: client_id,
    OIDC_CLIENT_SECRET: client_secret,
    OIDC_NAME: demoId.name,
  }
}

function person(preferred_username: string, name: string, email: string, email_verified: boolean) {
  return {
    id: `demo-id-${preferred_username}`,
    name: email_verified ? email : `${email} (not verified)`,
    claims: { email: { email, email_verified }, profile: { name, preferred_username } },
  }
}
