import { createHmac } from 'node:crypto'
import { Stripe } from 'stripe'
import type { RunningStripe } from '../../stand-ins/stripe/start-stripe.ts'

/** Stripe's own client at the stand-in. */
export function stripeClient({ emulator, vars }: RunningStripe): Stripe {
  const send = (url: string | URL | Request, init?: RequestInit) => emulator.fetch(new Request(url, init))
  return new Stripe(vars.STRIPE_SECRET_KEY, { httpClient: Stripe.createFetchHttpClient(send), telemetry: false })
}

/** Signs a body as Stripe signs what it sends to our webhook. */
export function signedAsStripe(body: string, secret: string) {
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${time},v1=${signature}` } }
}
