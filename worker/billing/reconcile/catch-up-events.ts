import { and, asc, lte, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import { log } from '../../log/log.ts'
import { moveCursor, readCursor } from './reconcile-cursor.ts'
import { toEventRow } from '../webhook/event-row.ts'
import { WATCHED_EVENTS } from '../webhook/event-reactions.ts'
import { handleStripeEvent } from '../webhook/handle-stripe-event.ts'
import type { Repairs } from './repairs.ts'
import { isUnhandled, stripe_events } from '../../db/schema/stripe-events.ts'
import { HOUR, MINUTE } from '../../contract/shared/durations.ts'

/** Each event takes some 40 statements, and D1 takes 1,000 of an invocation. */
const EVENTS_AT_ONCE = 20

/** Handles stored events that no webhook delivered, and those that the queue lost or gave up on. */
export async function unhandledEvents(ctx: Ctx, before: number): Promise<Repairs> {
  const { id, retry_at } = stripe_events
  const left = await ctx.db
    .select({ id })
    .from(stripe_events)
    .where(and(isUnhandled(stripe_events), lte(retry_at, before)))
    // Each try moves an event on, so that those that keep failing do not delay others.
    .orderBy(asc(retry_at))
    .limit(EVENTS_AT_ONCE)
  const ids = left.map((event) => event.id)
  return { looked: left.length, repaired: await handleEach(ctx, ids), more: left.length === EVENTS_AT_ONCE }
}

const CURSOR = 'stripe_events'
/** Stripe may list an event some time after its `created` second. */
const OVERLAP = 10 * MINUTE
/** How far the first run looks back. */
const FIRST = 60 * MINUTE
/** How much of an outage one run catches up with. */
const WINDOW = HOUR
/** Stripe takes this many event types per request. */
const TYPES = 20

/** Lists Stripe's events since the last run, and stores those that no webhook delivered. */
export async function missedEvents(ctx: Ctx): Promise<Repairs> {
  const began = ctx.now()
  const since = Number((await readCursor(ctx, CURSOR)) ?? began - FIRST)
  const until = Math.min(began, since + WINDOW)
  const stripe = await ctx.stripe()
  // Up to the present without an end: Stripe's clock may be ahead of ours.
  const created = {
    gte: Math.floor((since - OVERLAP) / 1000),
    ...(until < began && { lte: Math.ceil(until / 1000) }),
  }
  const found = { looked: 0, repaired: 0, more: until < began }
  for (let start = 0; start < WATCHED_EVENTS.length; start += TYPES) {
    const types = WATCHED_EVENTS.slice(start, start + TYPES)
    let page: Stripe.Event[] = []
    for await (const event of stripe.events.list({ created, types, limit: PAGE })) {
      page.push(event)
      if (page.length < PAGE) continue
      await storePage(page)
      page = []
    }
    await storePage(page)
  }
  await moveCursor(ctx, CURSOR, String(until))
  return found

  async function storePage(page: readonly Stripe.Event[]): Promise<void> {
    found.looked += page.length
    if (page.length > 0) found.repaired += await store(ctx, page)
  }
}

const PAGE = 100

/** Stores events to be handled now, all in one statement; returns how many are new. */
async function store({ db, now }: Ctx, page: readonly Stripe.Event[]): Promise<number> {
  const at = now()
  const rows = page.map((event) => {
    const { id, type, customer, created_at } = toEventRow(event, at)
    return [id, type, customer, created_at]
  })
  const written = await db
    .insert(stripe_events)
    .select(
      sql`select value ->> 0, value ->> 1, value ->> 2, value ->> 3, ${at}, null, 0, null, ${at}
        from json_each(${JSON.stringify(rows)}) where true`,
    )
    .onConflictDoNothing()
    .returning({ id: stripe_events.id })
  return written.length
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
