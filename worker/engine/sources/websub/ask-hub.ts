import type { SourceAddress } from '../../../system/runner-api/source-api.ts'
import type { SourceWorld } from '../world/source-world.ts'
import { ASK_AGAIN_AFTER, hubForm, type HubSubscription } from './hub-subscription.ts'

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
