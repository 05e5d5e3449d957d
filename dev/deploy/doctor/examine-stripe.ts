import type { Stripe } from 'stripe'
import { API_VERSION, watchedEvents } from '../../stripe-setup/endpoint/set-up-endpoint.ts'
import { ok, open, type Finding } from './finding.ts'

const SETUP = 'npm run stripe:setup -- --remote'

/** Whether Stripe sends what the Worker waits for. */
export async function examineStripe(stripe: Stripe, siteOrigin: string): Promise<Finding[]> {
  const url = `${siteOrigin}/webhooks/stripe`
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const enabled = all.filter((each) => each.url === url && each.status === 'enabled')
  const [right] = enabled.filter(({ api_version }) => api_version === API_VERSION)
  if (!right) return [open(`Stripe has no endpoint ${url} with the API version ${API_VERSION}`, SETUP)]
  const events: readonly string[] = right.enabled_events
  const missing = watchedEvents().filter((event) => !events.includes(event) && !events.includes('*'))
  return [
    missing.length === 0
      ? ok(`Stripe's endpoint ${url}`)
      : open(`Stripe's endpoint does not send ${missing.join(', ')}`, SETUP),
  ]
}
