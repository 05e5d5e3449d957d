import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { runningServices } from '../services/running-services.fixture.ts'
import { demoIdVars } from '../services/data/demo-id.ts'
import { atGoogle } from '../doubles/google_sheets/google-sign-in.fixture.ts'

const client: oauth.Client = { client_id: 'switchyard' }
const insecure = { [oauth.allowInsecureRequests]: true }
const REDIRECT = 'http://localhost:8788/activate/callback'

/** Signs in over the product's own library, which finds all addresses by itself. */
async function signInAs(account: string, scope = 'openid email profile') {
  const services = await runningServices()
  const issuer = new URL(demoIdVars(services.origin).OIDC_ISSUER)
  const discovered = await oauth.discoveryRequest(issuer, insecure)
  const as = await oauth.processDiscoveryResponse(issuer, discovered)
  const [state, nonce, verifier] = ['state', 'nonce', oauth.generateRandomCodeVerifier()]
  const address = new URL(as.authorization_endpoint ?? '')
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const body = new URLSearchParams({ decision: 'allow', account })
  const back = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  const answer = oauth.validateAuthResponse(as, client, new URL(back.headers.get('location') ?? ''), state)
  const auth = oauth.ClientSecretBasic('demo-id-secret')
  const response = await oauth.authorizationCodeGrantRequest(as, client, auth, answer, REDIRECT, verifier, insecure)
  return { as, nonce, auth, response }
}

// RFC 8414
test("the product's library finds Demo ID, signs in, refreshes and revokes", async () => {
  const { as, auth, response } = await signInAs('demo-id-robin', 'email profile')
  const { refresh_token = '' } = await oauth.processAuthorizationCodeResponse(as, client, response)
  const refreshed = await oauth.refreshTokenGrantRequest(as, client, auth, refresh_token, insecure)
  const { access_token } = await oauth.processRefreshTokenResponse(as, client, refreshed)
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, auth, access_token, insecure))
  const replayed = await oauth.refreshTokenGrantRequest(as, client, auth, refresh_token, insecure)
  await expect(oauth.processRefreshTokenResponse(as, client, replayed)).rejects.toMatchObject({
    error: 'invalid_grant',
    status: 400,
  })
})

test('Demo ID issues a signed ID token and answers userinfo', async () => {
  const { as, nonce, response } = await signInAs('demo-id-robin')
  const requests = { expectedNonce: nonce, requireIdToken: true }
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, requests)
  const keys = createRemoteJWKSet(new URL(as.jwks_uri ?? ''))
  const checks = { issuer: as.issuer, audience: 'switchyard', algorithms: ['RS256'] }
  const { payload } = await jwtVerify(tokens.id_token ?? '', keys, checks)
  expect(payload).toMatchObject({ sub: 'demo-id-robin', email: 'robin@example.test', email_verified: true })
  const info = await oauth.userInfoRequest(as, client, tokens.access_token, insecure)
  expect(await oauth.processUserInfoResponse(as, client, 'demo-id-robin', info)).toMatchObject({ name: 'Robin Meyer' })
})

test("limits Demo ID's claims to the granted scopes", async () => {
  const only = await signInAs('demo-id-robin', 'openid')
  const tokens = await oauth.processAuthorizationCodeResponse(only.as, client, only.response, {
    expectedNonce: 'nonce',
  })
  expect(decodeJwt(tokens.id_token ?? '')).not.toHaveProperty('email')
  const none = await signInAs('demo-id-robin', 'email')
  expect(await none.response.json()).not.toHaveProperty('id_token')
})

test("Google's ID token and userinfo name who signed in", async () => {
  const services = await runningServices()
  const { id_token, access_token } = await atGoogle(`${services.origin}/google_sheets`).signIn('110248495921238986420')
  const claims = { sub: '110248495921238986420', email: 'work@gmail.example', email_verified: true }
  expect(decodeJwt(id_token ?? '')).toMatchObject({ ...claims, iss: `${services.origin}/google_sheets` })
  const ask = (token: string) =>
    fetch(`${services.origin}/google_sheets/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await ask(access_token)).json()).toEqual(claims)
  expect((await ask('another')).status).toBe(401)
})
