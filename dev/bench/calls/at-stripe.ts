import { createHmac } from 'node:crypto'
import { Stripe } from 'stripe'
import { demoIds } from '../../seed/billing/demo-period.ts'
import type { RunningStripe } from '../../stand-ins/stripe/start-stripe.ts'
import type { Sent } from './call-scene.ts'

/** Moves a demo subscriber from Pro to Pro+, or back where that is done already, and returns Stripe's event of it. */
export async function upgradeEvent(stripe: RunningStripe, subscriber: string): Promise<Sent> {
  const client = stripeClient(stripe)
  const { subscription } = demoIds(subscriber)
  const [item] = (await client.subscriptions.retrieve(subscription)).items.data
  const price = item?.price.id.startsWith('price_pro_') ? 'price_intermediate_pro_month' : 'price_pro_month'
  const { store } = stripe.emulator
  const before = new Set(store.all('event').map(({ id }) => id))
  await client.subscriptions.update(subscription, { items: [{ id: item?.id ?? '', price }] })
  const event = store.all('event', ({ id, type }) => !before.has(id) && type === 'customer.subscription.updated').at(0)
  return {
    method: 'POST',
    path: '/webhooks/stripe',
    ...signedAsStripe(JSON.stringify(event), stripe.vars.STRIPE_WEBHOOK_SECRETS),
  }
}

/** Stripe's own client at the stand-in. */
function stripeClient({ emulator, vars }: RunningStripe): Stripe {
  const send = (url: string | URL | Request, init?: RequestInit) => emulator.fetch(new Request(url, init))
  return new Stripe(vars.STRIPE_SECRET_KEY, { httpClient: Stripe.createFetchHttpClient(send), telemetry: false })
}

/** Signs a body as Stripe signs what it sends to our webhook. */
function signedAsStripe(body: string, secret: string) {
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${time},v1=${signature}` } }
}
