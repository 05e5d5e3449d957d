import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { MINUTE } from '../../contract/shared/durations.ts'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { isUnhandled, stripe_events, isGivenUp } from '../schema/stripe-events.ts'
import { operator_log } from '../schema/operator.ts'

export type EventRow = typeof stripe_events.$inferSelect
export type NewEvent = typeof stripe_events.$inferInsert

/** The queue needs at most this long to handle an event or to give up. */
export const IN_QUEUE = 10 * MINUTE

/** Stores an event, unless it is stored already. Returns whether it was handled before. */
export async function storeEvent({ db }: DbCtx, row: NewEvent): Promise<{ handled: boolean }> {
  const { known } = await runNamed(db, {
    stored: db.insert(stripe_events).values(row).onConflictDoNothing(),
    known: db
      .select({ processed_at: stripe_events.processed_at })
      .from(stripe_events)
      .where(eq(stripe_events.id, row.id)),
  })
  return { handled: Boolean(known[0]?.processed_at) }
}

/** Stores events to be handled now, all in one statement; returns how many are new. */
export async function storeMissedEvents({ db, now }: DbCtx & ClockCtx, events: readonly NewEvent[]): Promise<number> {
  const at = now()
  const rows = events.map(({ id, type, customer, created_at }) => [id, type, customer, created_at])
  const row = {
    id: sql`value ->> 0`,
    type: sql`value ->> 1`,
    customer: sql`value ->> 2`,
    created_at: sql`value ->> 3`,
    received_at: at,
    retry_at: at,
  }
  const written = await insertRow(db, stripe_events, row, { from: sql`json_each(${JSON.stringify(rows)})` })
    .onConflictDoNothing()
    .returning({ id: stripe_events.id })
  return written.length
}

/** Counts a try of an event that is about to be handled; null if it is not stored. */
export async function beginEvent({ db, now }: DbCtx & ClockCtx, id: string): Promise<EventRow | null> {
  const [event] = await db
    .update(stripe_events)
    .set({
      attempts: sql`${stripe_events.attempts} + 1`,
      // Behind the others, and later and later after the tenth try.
      retry_at: sql`${now()} + ${IN_QUEUE} * max(1, ${stripe_events.attempts} - 8)`,
    })
    .where(eq(stripe_events.id, id))
    .returning()
  return event ?? null
}

/** `parked`: why the event was set aside, or null. */
export async function finishEvent({ db, now }: DbCtx & ClockCtx, id: string, parked: string | null): Promise<void> {
  await db.update(stripe_events).set({ processed_at: now(), parked }).where(eq(stripe_events.id, id))
}

/** Marks an event that the queue gave up on; from here on the schedule retries it. */
export async function giveUpOnEvent({ db }: DbCtx, id: string): Promise<void> {
  await db.update(stripe_events).set({ parked: 'gave_up' }).where(eq(stripe_events.id, id))
}

/** The ids of events that were to be tried again by `before` (ms), at most `most`. */
export async function readUnhandledEvents({ db }: DbCtx, before: number, most: number): Promise<string[]> {
  const { id, retry_at } = stripe_events
  const left = await db
    .select({ id })
    .from(stripe_events)
    .where(and(isUnhandled(stripe_events), lte(retry_at, before)))
    // Each try moves an event on, so that those that keep failing do not delay others.
    .orderBy(asc(retry_at))
    .limit(most)
  return left.map((event) => event.id)
}

/** An event that was set aside, or tried too often; null if it is neither. */
export async function readGivenUpEvent({ db }: DbCtx, id: string): Promise<EventRow | null> {
  const [event] = await db.select().from(stripe_events).where(isGivenUpWith(id))
  return event ?? null
}

function isGivenUpWith(id: string) {
  return and(eq(stripe_events.id, id), isGivenUp(stripe_events))
}

export const REPLAYED = { parked: null, attempts: 0, processed_at: null }

/** Has such an event handled again, and logs the operator's change. */
export async function replayGivenUpEvent(
  { db }: DbCtx,
  id: string,
  change: typeof operator_log.$inferInsert,
): Promise<void> {
  await runNamed(db, {
    logged: db.insert(operator_log).values(change),
    replayed: db
      .update(stripe_events)
      .set({ ...REPLAYED, retry_at: 0 })
      .where(isGivenUpWith(id)),
  })
}
