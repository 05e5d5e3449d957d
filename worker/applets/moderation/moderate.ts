import type { Ctx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { log } from '../../system/log/log.ts'
import { listDueApplets } from './list-due-applets.ts'
import { sendTakedownMails } from './takedown-mails.ts'
import { tellRunners } from './tell-runners.ts'

/**
 * The minute's task: a portion each of new authors' Applets that may stand in lists by `before` (ms), of Runners
 * that have to stop or go on, and of mails to authors. Returns whether more are left.
 */
export async function moderate(ctx: Ctx, before: number): Promise<boolean> {
  const more = [await tellRunners(ctx), await listDueApplets(ctx, before), await sendTakedownMails(ctx, before)]
  return more.includes(true)
}

/** Has that done at once. Never throws: the minute's trigger makes up for a queue that fails. */
export async function moderateSoon(ctx: Ctx): Promise<void> {
  const [before, until] = [ctx.now(), ctx.now() + MINUTE]
  try {
    await ctx.queue.send({ kind: 'scheduled_task', id: ctx.id('job'), task: 'moderation', before, until })
  } catch (error) {
    log('warn', 'moderation_not_queued', { message: String(error) })
  }
}
