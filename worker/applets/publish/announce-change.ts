import type { Ctx } from '../../system/context/context.ts'
import { CONTENT_VERSION_KEY } from '../../contract/site.ts'
import { log } from '../../system/log/log.ts'
import { queueIndexing } from '../../db/search/queue-indexing.ts'

/** After a change of what everyone sees of an Applet: edge caches and the search index learn of it. Never throws. */
export async function announceChange(ctx: Ctx, applet_id: number): Promise<void> {
  queueIndexing(ctx, applet_id)
  await bumpContentVersion(ctx)
}

/**
 * Moves edge caches to a new version of the public content. The change itself is already done and pages expire within a
 * minute, so a KV failure must not fail the request.
 */
export async function bumpContentVersion(ctx: Ctx): Promise<void> {
  try {
    await ctx.kv.put(CONTENT_VERSION_KEY, ctx.token())
  } catch (error) {
    log('warn', 'content_version_not_bumped', { message: String(error) })
  }
}
