import type { Subscription } from './subscriptions.ts'
import type { Catalog } from '../world/world.ts'

/** Whether the trigger's service sends what happens, so that its events are not those of its checks. */
export function isPushed(world: Catalog, { module_name, slug }: Pick<Subscription, 'module_name' | 'slug'>): boolean {
  return world.findService(module_name)?.triggers[slug]?.push !== undefined
}
