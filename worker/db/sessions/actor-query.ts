import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../system/d1/client.ts'
import { decoderOf, FLAG, prepared, runBatch, withRows, type Given, type RowOf, type StoredRow } from '../d1-batch.ts'
import { sessions, users } from '../schema/accounts.ts'
import { prices, subscriptions } from '../schema/billing.ts'
import { isSignedIn } from './live-sessions.ts'

/** `archived`: 1 for a price that is archived at Stripe. */
type OfferedPrice = Pick<typeof prices.$inferSelect, 'tier' | 'interval' | 'audience'> & { archived: 0 | 1 }

/** The prices of today's catalog, as JSON, so that a query of something else reads them along. */
const OFFERED_PRICES = sql<OfferedPrice[]>`(select json_group_array(json_object('tier', ${prices.tier},
  'interval', ${prices.interval}, 'audience', ${prices.audience}, 'archived', ${prices.archived}))
  from ${prices} where ${prices.active})`

/**
 * The query for a session's user: one row per subscription, one with nulls if there is none, no rows if the session has
 * ended or the account is being deleted (pending-deletion.ts). Pages batch it with their own reads, so that identifying
 * the user costs no extra round trip.
 */
export function actorQuery(db: Db, sessionHash: string, now: number) {
  return preparedActor(db, { sessionHash, now })
}

const preparedActor = prepared((db, { sessionHash, now }: { sessionHash: Given<string>; now: Given<number> }) =>
  withRows(
    db
      .select({
        ...getTableColumns(users),
        session_id: sql<string>`${sessions.id}`.as('session_id'),
        last_seen_at: sessions.last_seen_at,
        proved_at: sessions.proved_at,
        tier: subscriptions.tier,
        status: subscriptions.status,
        payment_type: subscriptions.payment_type,
        payment_interval: subscriptions.payment_interval,
        card_authenticated: subscriptions.card_authenticated,
        current_period_end: subscriptions.current_period_end,
        past_due_since: subscriptions.past_due_since,
        version: subscriptions.version,
        offered: OFFERED_PRICES.as('offered'),
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.user_id))
      .leftJoin(subscriptions, eq(subscriptions.user_id, users.id))
      .where(isSignedIn(sessionHash, now)),
    toActorRow,
  ),
)

const toHeld = decoderOf<Held>({ card_authenticated: FLAG })
const toUser = decoderOf<typeof users.$inferSelect>(getTableColumns(users))

type Held = Pick<
  typeof subscriptions.$inferSelect,
  | 'tier'
  | 'status'
  | 'payment_type'
  | 'payment_interval'
  | 'card_authenticated'
  | 'current_period_end'
  | 'past_due_since'
  | 'version'
>
type StoredActor = StoredRow<
  typeof users.$inferSelect &
    Pick<typeof sessions.$inferSelect, 'last_seen_at' | 'proved_at'> & {
      session_id: string
      offered: OfferedPrice[]
    } & {
      [Name in keyof Held]: Held[Name] | null
    }
>

/** The columns of three tables, apart again. */
function toActorRow({ session_id, last_seen_at, proved_at, offered, ...row }: StoredActor) {
  const { tier, status, payment_type, payment_interval, version, ...more } = row
  const { card_authenticated, current_period_end, past_due_since, ...user } = more
  const paid = { card_authenticated, current_period_end, past_due_since }
  const held = { tier, status, payment_type, payment_interval, version, ...paid }
  // Of a left join: nothing of it is null but what may be, unless all is.
  const subscription = tier === null ? null : toHeld(held as StoredRow<Held>)
  const onOffer: OfferedPrice[] = JSON.parse(offered)
  return { user: toUser(user), session_id, last_seen_at, proved_at, subscription, offered: onOffer }
}
export type ActorRow = RowOf<ReturnType<typeof actorQuery>>

/** The rows of `actorQuery` alone. */
export function readActorRows(db: Db, sessionHash: string, now: number): Promise<ActorRow[]> {
  return runBatch(db, [actorQuery(db, sessionHash, now)])
}
