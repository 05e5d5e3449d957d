import type { Ctx } from '../../system/context/context.ts'
import { bumpContentVersion } from '../../system/bump-content-version.ts'
import { queueIndexing } from '../../db/search/queue-indexing.ts'

/** After a change of what everyone sees of an Applet: edge caches and the search index learn of it. Never throws. */
export async function announceChange(ctx: Ctx, applet_id: number): Promise<void> {
  queueIndexing(ctx, applet_id)
  await bumpContentVersion(ctx)
}
