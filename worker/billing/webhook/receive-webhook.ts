import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { IN_QUEUE, storeEvent, type NewEvent } from '../../db/billing/stored-stripe-events.ts'

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

/** Makes the stored row of an event: its customer and times, and none of its content. */
export function toEventRow(event: Stripe.Event, received_at: number): NewEvent {
  const { id, type, created } = event
  const row = { id, type, created_at: created * 1000, received_at, retry_at: received_at + IN_QUEUE }
  // Nothing could be done with it, however often Stripe sends it.
  if (!hasObject(event)) return { ...row, customer: null, parked: 'no_data', processed_at: received_at }
  return { ...row, customer: customerIn(event) }
}

/** A signed body is Stripe's, but not always what the types say. */
function hasObject({ data }: { data: unknown }): boolean {
  return (
    typeof data === 'object' && data !== null && 'object' in data && typeof data.object === 'object' && !!data.object
  )
}

function customerIn({ data: { object, previous_attributes } }: Stripe.Event): string | null {
  if ('object' in object && object.object === 'customer' && 'id' in object) return text(object.id)
  // A detached card names its customer only in `previous_attributes`.
  return customerOf(object) ?? customerOf(previous_attributes)
}

function customerOf(given: unknown): string | null {
  if (typeof given !== 'object' || given === null || !('customer' in given)) return null
  const { customer } = given
  return typeof customer === 'object' && customer !== null && 'id' in customer ? text(customer.id) : text(customer)
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
