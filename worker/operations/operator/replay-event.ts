import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { operator_log } from '../../db/schema/operator.ts'
import { isGivenUp, stripe_events } from '../../db/schema/stripe-events.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { changeRow } from '../../db/operator-change-row.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'

/**
 * Has a Stripe event handled again that was parked or given up. Its meaning is read from Stripe again, so a repeat does
 * no harm. Throws as `requireProvenOperator`, and `not_found` if no such event waits.
 */
export async function replayEvent(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const user = await requireProvenOperator(ctx)
  const { db } = ctx
  const waits = and(eq(stripe_events.id, id), isGivenUp(stripe_events))
  const [event] = await db.select().from(stripe_events).where(waits)
  if (!event) throw new AppError('not_found')
  const { parked, attempts, processed_at } = event
  const after = { parked: null, attempts: 0, processed_at: null }
  const row = changeRow(ctx, user, {
    action: 'replay_event',
    subject: id,
    before: { parked, attempts, processed_at },
    after,
    outcome: 'done',
  })
  await db.batch([
    db.insert(operator_log).values(row),
    db
      .update(stripe_events)
      .set({ ...after, retry_at: 0 })
      .where(waits),
  ])
  // The quarter-hour's job takes it if the queue does not.
  await ctx.queue
    .send({ kind: 'stripe_event', id })
    .catch((error) => log('warn', 'event_not_queued', { message: String(error) }))
  log('info', 'replay_event', { stripe_event: id, user_id: user.id })
  return {}
}
