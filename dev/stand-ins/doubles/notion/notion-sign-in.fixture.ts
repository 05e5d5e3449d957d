import { client } from '../../services/oauth/registered-client.ts'

const REDIRECT = 'http://localhost:8788/api/connections/callback/notion'

type Tokens = { access_token: string; refresh_token: string }

/** Signs in at the double as a browser and our Worker do. */
export async function signInAtNotion(address: string): Promise<Tokens> {
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    owner: 'user',
    state: 'state',
  })
  const body = new URLSearchParams({ decision: 'allow', account: 'ada' })
  const agreed = await fetch(`${address}/v1/oauth/authorize?${query}`, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return askForTokens(address, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT })
}

export function refreshAtNotion(address: string, refresh_token: string): Promise<Tokens> {
  return askForTokens(address, { grant_type: 'refresh_token', refresh_token })
}

async function askForTokens(address: string, body: Record<string, string>): Promise<Tokens> {
  const authorization = `Basic ${btoa(`${client.id}:${client.secretFor('notion')}`)}`
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(`${address}/v1/oauth/token`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Tokens
}
