import type { Ctx } from '../context.ts'
import { log } from '../http/log.ts'
import { finishOperations } from './finish-operations.ts'
import { missedEvents, unhandledEvents } from './catch-up-events.ts'
import { rereadSubscriptions } from './reread-subscriptions.ts'

/** What a part of it found: how much it looked at, and how much of that was wrong. 0 repaired is the steady state. */
export type Repairs = { looked: number; repaired: number }

const PARTS = {
  operations: finishOperations,
  unhandled: unhandledEvents,
  missed: missedEvents,
  subscriptions: rereadSubscriptions,
}

/**
 * Every 15 minutes: whatever got lost on the way, D1 says what Stripe says again (design §5). A part that fails holds up
 * no other, and is tried again the next time.
 */
export async function reconcile(ctx: Ctx): Promise<Record<keyof typeof PARTS, Repairs | null>> {
  const operations = await part(ctx, 'operations')
  const unhandled = await part(ctx, 'unhandled')
  const missed = await part(ctx, 'missed')
  const subscriptions = await part(ctx, 'subscriptions')
  return { operations, unhandled, missed, subscriptions }
}

async function part(ctx: Ctx, name: keyof typeof PARTS): Promise<Repairs | null> {
  if (!ctx.settings.STRIPE_SECRET_KEY) return null
  try {
    const { looked, repaired } = await PARTS[name](ctx)
    log(repaired > 0 ? 'warn' : 'info', 'reconciled', { part: name, looked, repaired })
    return { looked, repaired }
  } catch (error) {
    log('error', 'not_reconciled', { part: name, message: String(error) })
    return null
  }
}
