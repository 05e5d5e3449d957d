import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { toEventRow } from './event-row.ts'
import { storeEvent } from '../../db/billing/stored-stripe-events.ts'

/**
 * POST /webhooks/stripe: verifies the raw bytes, stores and queues the event, and only then answers, so that Stripe
 * resends what we did not keep. Throws `bad_signature`; any other error is a 500, and Stripe resends.
 */
export async function receiveWebhook(
  ctx: Ctx,
  given: { body: string; signature: string },
): Promise<{ received: true }> {
  const event = await verify(ctx, given)
  const row = toEventRow(event, ctx.now())
  const { handled } = await storeEvent(ctx, row)
  if (row.parked) log('warn', 'event_parked', { stripe_event: row.id, type: row.type, parked: row.parked })
  if (!handled) await ctx.queue.send({ kind: 'stripe_event', id: row.id })
  return { received: true }
}

/** Tries every secret, because two are valid while one is being replaced. */
async function verify(ctx: Ctx, { body, signature }: { body: string; signature: string }): Promise<Stripe.Event> {
  const { STRIPE_WEBHOOK_SECRETS: secrets, STRIPE_SECRET_KEY } = ctx.settings
  const stripe = await ctx.stripe()
  for (const secret of secrets) {
    const event = await stripe.webhooks
      .constructEventAsync(body, signature, secret, undefined, undefined, ctx.now())
      .catch(() => null)
    if (!event) continue
    if (event.livemode === STRIPE_SECRET_KEY.includes('_live_')) return event
    log('warn', 'event_of_other_mode', { stripe_event: event.id })
    break
  }
  throw new AppError('bad_signature')
}
