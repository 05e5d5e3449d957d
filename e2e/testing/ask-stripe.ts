import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { expect } from './journey.ts'

/** Stripe's API, asked over HTTP as the Worker asks it. */
export async function askStripe<Answer>({ standIns }: Stack, path: string, fields?: Record<string, string>) {
  const headers = { authorization: `Bearer ${standIns.stripe.vars.STRIPE_SECRET_KEY}` }
  const call = fields ? { method: 'POST', headers, body: new URLSearchParams(fields) } : { headers }
  const answer = await fetch(`${standIns.stripe.origin}/v1/${path}`, call)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}
