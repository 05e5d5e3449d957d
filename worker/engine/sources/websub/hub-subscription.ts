import { DAY, MINUTE } from '../../../contract/shared/durations.ts'
import type { HubVerification, SourceAddress } from '../../../system/runner-api/source-api.ts'
import type { SourceWorld } from '../world/source-world.ts'

/**
 * A subscription at a WebSub hub. Times in ms.
 *
 *   asked ──the hub verifies──▶ active ──before the lease ends──▶ asked again, still active
 *     └──denied, or no answer: asked again a day later            └──nobody follows──▶ leaving ──verified──▶ gone
 */
export type HubSubscription = {
  hub: string
  topic: string
  /** In the address that the hub calls. */
  secret: string
  /** The key that the hub signs with. */
  key: string
  state: 'asked' | 'active' | 'leaving'
  next_ask: number
  lease_until: number
}

/** How long a lease we ask for, in seconds: ten days, the usual default of hubs. */
const LEASE_SECONDS = 864_000
const SHORTEST_LEASE = 5 * MINUTE
/** A hub that refuses or never verifies is asked again so much later, in ms. */
const ASK_AGAIN_AFTER = DAY

/** The subscription for what a reading named: the present one, a new one, or none. */
export function hubAfterReading(
  present: HubSubscription | null,
  named: { hub: string; topic: string } | undefined,
  token: () => string,
  now: number,
): HubSubscription | null {
  if (!named) return null
  if (present && present.hub === named.hub && present.topic === named.topic) return present
  return { ...named, secret: token(), key: token(), state: 'asked', next_ask: now, lease_until: 0 }
}

export function isLeased(hub: HubSubscription | null, now: number): boolean {
  return hub?.state === 'active' && now < hub.lease_until
}

/** The subscription after a hub's verification; null where we did not ask for that. */
export function verifySubscription(
  hub: HubSubscription,
  { mode, topic, lease_seconds }: Pick<HubVerification, 'mode' | 'topic' | 'lease_seconds'>,
  now: number,
): HubSubscription | null {
  if (topic !== hub.topic) return null
  switch (mode) {
    case 'subscribe': {
      if (hub.state === 'leaving') return null
      const lease = Math.max((lease_seconds ?? LEASE_SECONDS) * 1000, SHORTEST_LEASE)
      return { ...hub, state: 'active', lease_until: now + lease, next_ask: now + Math.round(lease * 0.8) }
    }
    case 'denied':
      return { ...hub, state: 'asked', next_ask: now + ASK_AGAIN_AFTER, lease_until: 0 }
    case 'unsubscribe':
      return hub.state === 'leaving' ? hub : null
    default:
      return null
  }
}

/**
 * Asks a hub to push, or to stop. Returns the subscription with the time of the next try; the hub verifies by itself.
 */
export async function askHub(
  world: SourceWorld,
  hub: HubSubscription,
  { module_name }: SourceAddress,
): Promise<HubSubscription> {
  const mode = hub.state === 'leaving' ? 'unsubscribe' : 'subscribe'
  const outcome = await world.io(module_name).fetch(hub.hub, {
    method: 'POST',
    body: hubForm(hub, mode, world.callbackAddress(hub.secret)),
    plain_http: true,
  })
  const status = outcome.ok ? outcome.value.status : outcome.problem.failure
  if (!outcome.ok || !outcome.value.ok) world.log('hub_refused', { mode, status })
  return { ...hub, next_ask: world.now() + ASK_AGAIN_AFTER }
}

/** The form that a hub is asked with. */
function hubForm(hub: HubSubscription, mode: 'subscribe' | 'unsubscribe', callback: string): URLSearchParams {
  return new URLSearchParams({
    'hub.callback': callback,
    'hub.mode': mode,
    'hub.topic': hub.topic,
    ...(mode === 'subscribe' && { 'hub.secret': hub.key, 'hub.lease_seconds': String(LEASE_SECONDS) }),
  })
}
