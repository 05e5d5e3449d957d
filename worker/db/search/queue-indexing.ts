import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'

/**
 * Tells the search index after the response that this Applet has changed. A failure is logged; the minute's job makes up
 * for it (sweep-search.ts).
 */
export function queueIndexing(ctx: Ctx, applet_id: number): void {
  ctx.defer(
    Promise.resolve(ctx.queue.send({ kind: 'search_index', id: ctx.id('job'), applet_id })).catch((error: unknown) =>
      log('warn', 'search_not_told', { message: String(error) }),
    ),
  )
}
