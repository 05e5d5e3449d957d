import type { Ctx } from '../../../system/context/context.ts'
import { readUser } from '../../../db/users/users.ts'

/** Seconds until the queue brings the job: the change that it follows is written by then. */
const AFTER_THE_CHANGE = 20

/**
 * Has Stripe's customer, if there is one, follow the user's address and name. Queued before the change is written, so that no crash loses
 * it: the job takes what D1 says by then.
 */
export async function queueCustomerDetails(ctx: Ctx, user_id: string): Promise<void> {
  const user = await readUser(ctx, user_id)
  if (!user?.stripe_customer_id) return
  const job = { kind: 'customer_details' as const, id: ctx.id('job'), user_id }
  await ctx.queue.send(job, { delaySeconds: AFTER_THE_CHANGE })
}
