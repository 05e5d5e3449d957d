import { and, asc, isNull, lt, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import { log } from '../../log/log.ts'
import { moveCursor, readCursor } from './reconcile-cursor.ts'
import { toEventRow } from '../webhook/event-row.ts'
import { WATCHED_EVENTS } from '../webhook/event-reactions.ts'
import { handleStripeEvent } from '../webhook/handle-stripe-event.ts'
import type { Repairs } from './repairs.ts'
import { stripe_events } from '../../db/schema/billing.ts'
import { MINUTE } from '../../contract/shared/durations.ts'

/** The queue needs at most this long to handle an event or to give up. */
const IN_QUEUE = 10 * MINUTE
const MOST = 50
/** The schedule stops after this many tries; an operator then replays the event (README). */
const TRIES = 100

/** Handles stored events that the queue lost or gave up on. */
export async function unhandledEvents(ctx: Ctx): Promise<Repairs> {
  const { id, processed_at, received_at, created_at, attempts } = stripe_events
  const left = await ctx.db
    .select({ id })
    .from(stripe_events)
    .where(and(isNull(processed_at), lte(received_at, ctx.now() - IN_QUEUE), lt(attempts, TRIES)))
    // Events that keep failing come last, so that they do not delay others.
    .orderBy(asc(attempts), asc(created_at))
    .limit(MOST)
  return {
    looked: left.length,
    repaired: await handleEach(
      ctx,
      left.map((event) => event.id),
    ),
  }
}

const CURSOR = 'stripe_events'
/** Stripe may list an event some time after its `created` second. */
const OVERLAP = 10 * MINUTE
/** How far the first run looks back. */
const FIRST = 60 * MINUTE
/** Stripe takes this many event types per request. */
const TYPES = 20

/** Lists Stripe's events since the last run, and handles those that no webhook delivered. */
export async function missedEvents(ctx: Ctx): Promise<Repairs> {
  const began = ctx.now()
  const since = Number((await readCursor(ctx, CURSOR)) ?? began - FIRST) - OVERLAP
  const stripe = await ctx.stripe()
  const created = { gte: Math.floor(since / 1000) }
  const listed: Stripe.Event[] = []
  for (let start = 0; start < WATCHED_EVENTS.length; start += TYPES) {
    const types = WATCHED_EVENTS.slice(start, start + TYPES)
    listed.push(...(await stripe.events.list({ created, types, limit: 100 }).autoPagingToArray({ limit: 2000 })))
  }
  const missed = await note(ctx, listed)
  const repaired = await handleEach(ctx, missed)
  await moveCursor(ctx, CURSOR, String(began))
  return { looked: listed.length, repaired }
}

/** Stores the events, oldest first; returns the ids of the new ones. */
async function note({ db, now }: Ctx, listed: readonly Stripe.Event[]): Promise<string[]> {
  const rows = listed.map((event) => toEventRow(event, now())).toReversed()
  const fresh: string[] = []
  // D1 takes 100 parameters per statement; a row has six.
  for (let start = 0; start < rows.length; start += 10) {
    const written = await db
      .insert(stripe_events)
      .values(rows.slice(start, start + 10))
      .onConflictDoNothing()
      .returning({ id: stripe_events.id })
    fresh.push(...written.map(({ id }) => id))
  }
  return fresh
}

/** Returns how many were handled. A failed event stays stored for the next run. */
async function handleEach(ctx: Ctx, ids: readonly string[]): Promise<number> {
  let handled = 0
  for (const id of ids) {
    try {
      await handleStripeEvent(ctx, id)
      handled += 1
    } catch (error) {
      log('error', 'event_failed', { stripe_event: id, message: String(error) })
    }
  }
  return handled
}
