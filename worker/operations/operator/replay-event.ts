import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { changeRow } from '../../db/operator-rows.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'
import { readGivenUpEvent, replayGivenUpEvent, REPLAYED } from '../../db/billing/stored-stripe-events.ts'

/**
 * Has a Stripe event handled again that was parked or given up. Its meaning is read from Stripe again, so a repeat does
 * no harm. Throws as `requireProvenOperator`, and `not_found` if no such event waits.
 */
export async function replayEvent(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const user = await requireProvenOperator(ctx)
  const event = await readGivenUpEvent(ctx, id)
  if (!event) throw new AppError('not_found')
  const { parked, attempts, processed_at } = event
  const row = changeRow(ctx, user, {
    action: 'replay_event',
    subject: id,
    before: { parked, attempts, processed_at },
    after: REPLAYED,
    outcome: 'done',
  })
  await replayGivenUpEvent(ctx, id, row)
  // The quarter-hour's job takes it if the queue does not.
  await ctx.queue
    .send({ kind: 'stripe_event', id })
    .catch((error) => log('warn', 'event_not_queued', { message: String(error) }))
  log('info', 'replay_event', { stripe_event: id, user_id: user.id })
  return {}
}
