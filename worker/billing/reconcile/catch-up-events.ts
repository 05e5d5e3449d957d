import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { toEventRow } from '../webhook/receive-webhook.ts'
import { WATCHED_EVENTS } from '../webhook/event-reactions.ts'
import { handleStripeEvent } from '../webhook/handle-stripe-event.ts'
import type { Repairs } from './repairs.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { moveCursor, readCursor } from '../../db/billing/reconcile-cursors.ts'
import { readUnhandledEvents, storeMissedEvents } from '../../db/billing/stored-stripe-events.ts'

/** Each event takes some 40 statements, and D1 takes 1,000 of an invocation. */
const EVENTS_AT_ONCE = 20

/** Handles stored events that no webhook delivered, and those that the queue lost or gave up on. */
export async function unhandledEvents(ctx: Ctx, before: number): Promise<Repairs> {
  const left = await readUnhandledEvents(ctx, before, EVENTS_AT_ONCE)
  return { looked: left.length, repaired: await handleEach(ctx, left), more: left.length === EVENTS_AT_ONCE }
}

const CURSOR = 'stripe_events'
/** The rest of a full portion: when it was begun (ms), and the newest second that it did not get to. */
const REST = 'stripe_events_rest'
/** Stripe may list an event some time after its `created` second. */
const OVERLAP = 10 * MINUTE
/** How far the first run looks back. */
const FIRST = 60 * MINUTE
/** Stripe takes this many event types per request. */
const TYPES = 20
const PAGE = 100
/** Of events, newest first; each is a statement of the 1,000 that D1 takes of an invocation. */
const PAGES = 100

/** Lists Stripe's events since the last run, and stores those that no webhook delivered. `pages`: at most, of each list. */
export async function missedEvents(ctx: Ctx, _before: number, pages = PAGES): Promise<Repairs> {
  const rest = (await readCursor(ctx, REST)) || null
  const [began = ctx.now(), last] = rest?.split(' ').map(Number) ?? []
  const since = Number((await readCursor(ctx, CURSOR)) ?? began - FIRST) - OVERLAP
  const stripe = await ctx.stripe()
  const created = { gte: Math.floor(since / 1000), ...(last !== undefined && { lte: last }) }
  const found = { looked: 0, repaired: 0, more: false }
  let left = 0
  for (let start = 0; start < WATCHED_EVENTS.length; start += TYPES) {
    const types = WATCHED_EVENTS.slice(start, start + TYPES)
    let page: Stripe.Event[] = []
    let full = 0
    for await (const event of stripe.events.list({ created, types, limit: PAGE })) {
      page.push(event)
      if (page.length < PAGE) continue
      await storePage(page)
      page = []
      if (++full < pages) continue
      left = Math.max(left, event.created)
      break
    }
    await storePage(page)
  }
  found.more = left > 0
  if (!found.more) await moveCursor(ctx, CURSOR, String(began))
  if (found.more || rest) await moveCursor(ctx, REST, found.more ? `${began} ${left}` : '')
  return found

  async function storePage(events: readonly Stripe.Event[]): Promise<void> {
    found.looked += events.length
    if (events.length > 0)
      found.repaired += await storeMissedEvents(
        ctx,
        events.map((event) => toEventRow(event, ctx.now())),
      )
  }
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
