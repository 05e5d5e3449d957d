import { createHmac } from 'node:crypto'
import { Stripe } from 'stripe'
import type { Scene } from './path.ts'

/** Notes a new card, as the browser makes one at Stripe. */
export async function noteCard({ stripe: { emulator, vars }, notes }: Scene): Promise<void> {
  const client = new Stripe(vars.STRIPE_SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) =>
      emulator.fetch(new Request(url, init)),
    ),
    telemetry: false,
  })
  const { id } = await client.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
  notes.set('card', id)
}

/** Notes the last event of this type, as Stripe sends it. */
export function noteEvent(type: string) {
  return ({ stripe, notes }: Scene): void => {
    const event = stripe.emulator.store.all('event', (each) => each.type === type).at(-1)
    notes.set('event', JSON.stringify(event))
    notes.set('secret', stripe.vars.STRIPE_WEBHOOK_SECRETS)
  }
}

/** A request of Stripe's to our webhook. */
export function signedAsStripe(body: string, secret: string) {
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` } }
}
