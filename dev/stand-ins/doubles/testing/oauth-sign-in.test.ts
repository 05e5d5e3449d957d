import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runningServices } from '../../services/running-services.fixture.ts'
import { findOAuthClient } from '../../../../worker/connections/oauth/find-client.ts'
import {
  authorizeAddress,
  exchangeCode,
  refreshTokens,
  revokeToken,
} from '../../../../worker/connections/oauth/oauth-client.ts'
import type { Ctx } from '../../../../worker/system/context/context.ts'
import type { ServiceRow } from '../../../../worker/db/schema/connections.ts'
import { CallPlaces } from '../../../../worker/system/call-places/call-places.ts'
import { catalogRows } from '../../../../worker/services/catalog/catalog-rows.ts'
import { ownServiceFile } from '../../../../worker/services/service-registry.ts'
import { productAt } from '../../services/data/demo-client.ts'

const VERIFIER = 'a-verifier-of-the-right-length-for-pkce-0123456789'

/** Our side of signing in at a double, as far as it needs no database. */
async function signingIn(module_name: string, account: string) {
  const services = await runningServices()
  const addresses = services.addresses
  const settings = {
    SITE_ORIGIN: 'http://localhost:8788',
    SUPPORT_URL: 'https://switchyard.example/support',
    TRUSTED_ORIGINS: [services.origin],
    SERVICE_ADDRESSES: addresses,
    SERVICE_CREDENTIALS: { [module_name]: productAt(module_name) },
  }
  const places = new CallPlaces(setTimeout)
  const ctx = { settings, fetch, places, now: Date.now } as unknown as Ctx
  const file = ownServiceFile(module_name)
  if (!file) throw new Error(`There is no service ${module_name}.`)
  const [row] = catalogRows([file], addresses).services
  const found = await findOAuthClient(ctx, row as ServiceRow, null)
  if (!found) throw new Error('It is not set up.')
  const address = new URL(await authorizeAddress(found, 'the-state', VERIFIER))
  const body = new URLSearchParams({ decision: 'allow', account })
  const agreed = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(agreed.headers.get('location') ?? '')
  const { validateAuthResponse } = await import('oauth4webapi')
  const answer = validateAuthResponse(found.as, found.client, back, 'the-state')
  return { ctx, found, address, tokens: await exchangeCode(ctx, found, answer, VERIFIER) }
}

test('Google gives a refresh token that stays, and ends with revoking', async () => {
  const { ctx, found, address, tokens } = await signingIn('google_sheets', '108177234501234567890')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
    scope: 'openid email https://www.googleapis.com/auth/drive.file',
    code_challenge_method: 'S256',
  })
  const { refresh_token } = tokens
  if (refresh_token === null) throw new Error('There is no refresh token.')
  const fresh = await refreshTokens(ctx, found, refresh_token)
  expect(fresh).toMatchObject({ refresh_token: null, expires_at: expect.any(Number) })
  expect(fresh.access_token).not.toBe(tokens.access_token)
  await revokeToken(ctx, found, refresh_token)
  await expect(refreshTokens(ctx, found, refresh_token)).rejects.toThrow()
  // Google answers with an error where RFC 7009 wants none.
  await revokeToken(ctx, found, refresh_token)
})

test("Notion's token endpoint gets JSON, a plain client, and no PKCE", async () => {
  const { ctx, found, address, tokens } = await signingIn('notion', 'notion-ada')
  expect([...address.searchParams.keys()].toSorted()).toEqual([
    'client_id',
    'owner',
    'redirect_uri',
    'response_type',
    'state',
  ])
  const { refresh_token } = tokens
  if (refresh_token === null) throw new Error('There is no refresh token.')
  const fresh = await refreshTokens(ctx, found, refresh_token)
  expect(fresh.refresh_token).not.toBe(refresh_token)
  await expect(refreshTokens(ctx, found, refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  await revokeToken(ctx, found, fresh.access_token)
})
