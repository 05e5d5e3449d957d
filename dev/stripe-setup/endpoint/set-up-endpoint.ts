import type { Stripe } from 'stripe'
import { WATCHED_EVENTS } from '../../../worker/billing/webhook/event-reactions.ts'
import type { Changes } from '../products/changes.ts'
import { fingerprint } from './fingerprint.ts'
import type { SecretStore } from './secret-store.ts'

/** The version of the shapes that our code reads; an endpoint keeps the version it was made with. */
export const API_VERSION = '2026-10-28.endive'
/** Where an endpoint notes that its secret has been stored. */
const STORED = 'secret_stored'

/**
 * Makes or finds the endpoint for Stripe's events. Stripe shows its signing secret only once, so an endpoint counts only
 * if its metadata says that its secret was stored, and the store still has it. Otherwise, such as after a crash:
 *
 *   second endpoint made ──▶ its secret stored ──▶ marked as stored ──▶ the other endpoints at this address disabled
 *
 * Until the last step the old endpoint sends too, so no event is lost; our Worker counts each event once.
 */
export async function setUpEndpoint(
  stripe: Stripe,
  changes: Changes,
  siteOrigin: string,
  secrets: SecretStore,
): Promise<void> {
  const url = `${siteOrigin}/webhooks/stripe`
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const enabled = all.filter((each) => each.url === url && each.status === 'enabled')
  const usable = await findUsable(enabled, secrets)
  if (usable) await setUpEvents(stripe, changes, usable)
  const kept = usable?.id ?? (await makeEndpoint(stripe, changes, url, secrets))
  for (const { id } of enabled.filter((each) => each.id !== kept)) {
    const disable = () => stripe.webhookEndpoints.update(id, { disabled: true })
    await changes.make(`webhook endpoint ${id}: disabled, another took its place`, disable, null)
  }
}

async function findUsable(enabled: readonly Stripe.WebhookEndpoint[], secrets: SecretStore) {
  for (const each of enabled) {
    const stored = each.metadata[STORED]
    if (stored && each.api_version === API_VERSION && (await secrets.has(stored))) return each
  }
  return null
}

async function makeEndpoint(stripe: Stripe, changes: Changes, url: string, secrets: SecretStore): Promise<string> {
  return changes.make(
    `webhook endpoint ${url}: made, its secret stored ${secrets.where}`,
    async () => {
      const { id, secret } = await stripe.webhookEndpoints.create({
        url,
        api_version: API_VERSION,
        enabled_events: watchedEvents(),
        description: 'Switchyard: billing',
      })
      if (!secret) throw new Error(`Stripe did not show the secret of endpoint ${id}. Run this again.`)
      await secrets.add(secret)
      await stripe.webhookEndpoints.update(id, { metadata: { [STORED]: fingerprint(secret) } })
      return id
    },
    '',
  )
}

async function setUpEvents(stripe: Stripe, changes: Changes, { id, enabled_events }: Stripe.WebhookEndpoint) {
  const isBoth = (type: string) => WATCHED_EVENTS.includes(type) && enabled_events.includes(type)
  const differing = [...new Set([...WATCHED_EVENTS, ...enabled_events])].filter((type) => !isBoth(type))
  if (differing.length === 0) return
  const update = () => stripe.webhookEndpoints.update(id, { enabled_events: watchedEvents() })
  await changes.make(`webhook endpoint ${id}: events changed (${differing.join(', ')})`, update, null)
}

/** Ours, as the SDK lists them: Stripe refuses an unknown one. */
export function watchedEvents(): Stripe.WebhookEndpointCreateParams.EnabledEvent[] {
  return WATCHED_EVENTS as Stripe.WebhookEndpointCreateParams.EnabledEvent[]
}
