import { markRunnersToTell } from '../../db/moderation/runners-to-tell.ts'
import type { Ctx } from '../../system/context/context.ts'
import { listDueApplets } from './list-due-applets.ts'
import { sendTakedownMails } from './send-takedown-mails.ts'

/**
 * The minute's task: a portion each of new authors' Applets that may stand in lists by `before` (ms), of Runners
 * that have to stop or go on, and of mails to authors. Returns whether more are left.
 */
export async function moderate(ctx: Ctx, before: number): Promise<boolean> {
  const more = [await markRunnersToTell(ctx), await listDueApplets(ctx, before), await sendTakedownMails(ctx, before)]
  return more.includes(true)
}
