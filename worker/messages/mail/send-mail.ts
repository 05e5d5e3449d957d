import type { RunnerCtx } from '../../system/context/context.ts'
import type { Mail } from './mails.ts'

/** Queues a mail for `deliverMail`. A job with the id of an earlier one sends nothing. */
export async function sendMail(
  ctx: RunnerCtx,
  to: { id: string; email: string },
  mail: Mail,
  id = ctx.id('job'),
): Promise<void> {
  await ctx.queue.send({ kind: 'mail', id, user_id: to.id, to: to.email, ...mail })
}
