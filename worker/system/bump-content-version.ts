import type { Ctx } from './context/context.ts'
import { CONTENT_VERSION_KEY } from '../contract/site.ts'
import { log } from './log/log.ts'

/**
 * Moves edge caches to a new version of the public content. The change itself is already done and pages expire within a
 * minute, so a KV failure must not fail the request.
 */
export async function bumpContentVersion(ctx: Pick<Ctx, 'kv' | 'token'>): Promise<void> {
  try {
    await ctx.kv.put(CONTENT_VERSION_KEY, ctx.token())
  } catch (error) {
    log('warn', 'content_version_not_bumped', { message: String(error) })
  }
}
