import type { Subscription } from './subscriptions.ts'
import type { RunnerPart } from '../world/memory.ts'
import type { Catalog } from '../world/world.ts'
import { findService } from './added-services.ts'

/** Whether the trigger's service sends what happens, so that its events are not those of its checks. */
export function isPushed(
  memory: RunnerPart<Catalog, 'added'>,
  { module_name, slug }: Pick<Subscription, 'module_name' | 'slug'>,
): boolean {
  return findService(memory, module_name)?.triggers[slug]?.push !== undefined
}
