import type { Ctx } from '../context/context.ts'
import type { Mail } from './mails.ts'

/** Queues a mail for `deliverMail`. */
export async function sendMail(ctx: Ctx, to: { id: string; email: string }, mail: Mail): Promise<void> {
  await ctx.queue.send({ kind: 'mail', id: ctx.id('job'), user_id: to.id, to: to.email, ...mail })
}
