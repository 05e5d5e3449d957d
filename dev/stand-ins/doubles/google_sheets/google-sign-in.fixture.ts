import { client } from '../../services/oauth/registered-client.ts'
import { DRIVE_FILE } from './google-oauth.ts'
import { ADA } from './google-state.ts'

const REDIRECT = 'http://localhost:8788/api/connections/callback/google_sheets'
const BASIC = `Basic ${btoa(`${client.id}:${client.secretFor('google_sheets')}`)}`

type Tokens = { access_token: string; refresh_token: string }

/** Signs in at the double as a browser and our Worker do. */
export async function signInAtGoogle(address: string, account = ADA): Promise<Tokens> {
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: `openid email ${DRIVE_FILE}`,
    state: 'state',
    access_type: 'offline',
    prompt: 'consent',
  })
  const body = new URLSearchParams({ decision: 'allow', account })
  const agreed = await fetch(`${address}/o/oauth2/v2/auth?${query}`, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return askForTokens(address, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT })
}

export function refreshAtGoogle(address: string, refresh_token: string): Promise<Tokens> {
  return askForTokens(address, { grant_type: 'refresh_token', refresh_token })
}

async function askForTokens(address: string, form: Record<string, string>): Promise<Tokens> {
  const headers = { authorization: BASIC }
  const answer = await fetch(`${address}/token`, { method: 'POST', headers, body: new URLSearchParams(form) })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Tokens
}

/** Picks a file in the Picker, as its user does. */
export async function pickAtGoogle(address: string, token: string, id: string): Promise<void> {
  const body = new URLSearchParams({ oauth_token: token, id, origin: 'http://localhost:8788' })
  const answer = await fetch(`${address}/picker/picked`, { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
}
