import { client } from './registered-client.ts'
import type { StandInService } from '../data/services.ts'

type Person = { id: string; email: string; email_verified: boolean; name: string; preferred_username: string }

/** Who can sign in through Demo ID; the first one is preselected. */
export const demoIdPeople: Person[] = [
  // No account yet: signing in creates one.
  person('robin', 'Robin Meyer', 'robin@example.test', true),
  // A demo account has this address: signing in links the two.
  person('frida', 'Frida Holm', 'free@demo.test', true),
  // Refused, because the address is not verified.
  person('kim', 'Kim Adeyemi', 'kim@example.test', false),
]

/** The OpenID provider of the demo data: the same OAuth 2 as the services, and an ID token on top. */
export const demoId: StandInService = {
  module_name: 'demo-id',
  name: 'Demo ID',
  brand_color: '#1f3a5f',
  scopes: { openid: 'Know who you are', profile: 'See your name', email: 'See your email address' },
  accounts: demoIdPeople.map(({ id, email, email_verified }) => ({
    id,
    name: email_verified ? email : `${email} (not verified)`,
  })),
}

/** The product's settings for this provider. */
export function demoIdVars(origin: string) {
  return {
    OIDC_ISSUER: `${origin}/${demoId.module_name}`,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secretFor(demoId.module_name),
    OIDC_NAME: demoId.name,
  }
}

function person(preferred_username: string, name: string, email: string, email_verified: boolean): Person {
  return { id: `demo-id-${preferred_username}`, email, email_verified, name, preferred_username }
}
