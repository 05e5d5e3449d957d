import type { Ctx } from '../../context/context.ts'
import { CONTENT_VERSION_KEY } from '../../contract/site.ts'
import { log } from '../../log/log.ts'

/**
 * Public content has changed: edge caches move on to a new version. It is done already, and pages
 * expire by themselves within a minute, so a KV that is down fails nobody's request.
 */
export async function bumpContentVersion(ctx: Ctx): Promise<void> {
  try {
    await ctx.kv.put(CONTENT_VERSION_KEY, ctx.token())
  } catch (error) {
    log('warn', 'content_version_not_bumped', { message: String(error) })
  }
}
