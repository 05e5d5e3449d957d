import { eq, getTableColumns, sql } from 'drizzle-orm'
import { entitlingSubscription } from '../entitlements/entitlement-rules.ts'
import { OFFERED_PRICES, upgradesOf, type OfferedPrice } from '../entitlements/plan-upgrades.ts'
import { isEligibleForTrial } from '../entitlements/trial-eligibility.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import type { ActorUser, Ctx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import {
  decoderOf,
  FLAG,
  prepared,
  runBatch,
  withRows,
  type Given,
  type RowOf,
  type StoredRow,
} from '../../db/d1-batch.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { noteForLog } from '../../system/log/log-ids.ts'
import { isSignedIn } from '../../db/live-sessions.ts'
import { sessions, users } from '../../db/schema/accounts.ts'

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
  const prices: OfferedPrice[] = JSON.parse(offered)
  return { user: toUser(user), session_id, last_seen_at, proved_at, subscription, offered: prices }
}
export type ActorRow = RowOf<ReturnType<typeof actorQuery>>

/** The rows of `actorQuery` alone. */
export async function readActorRows(db: Db, sessionHash: string, now: number): Promise<ActorRow[]> {
  const [rows] = await runBatch(db, [actorQuery(db, sessionHash, now)])
  return rows
}

/** The user of `actorQuery`'s rows, whom the log names from then on; null if the session has ended. */
export function toActor(rows: readonly ActorRow[], now: number): ActorUser | null {
  const first = rows[0]
  if (!first) return null
  const { user, session_id, proved_at, offered } = first
  noteForLog({ user_id: user.id, session_id })
  const held = rows.flatMap(({ subscription }) => subscription ?? [])
  const subscription = entitlingSubscription(held, now)
  const tier = subscription?.tier ?? 'free'
  return {
    id: user.id,
    session_id,
    login: user.login,
    email: user.email,
    email_verified_at: user.email_verified_at,
    tier,
    upgrades: upgradesOf({ tier, student: user.student, held: subscription }, offered),
    is_trialing: subscription?.status === 'trialing',
    subscription_payment_type: subscription?.payment_type ?? null,
    user_subscriptions: subscription ? [{ payment_type: subscription.payment_type }] : [],
    code: user.code,
    segment: user.segment,
    available_clients: user.available_clients,
    student: user.student,
    eligible_for_trial: isEligibleForTrial(user, held),
    eligible_trial_period: user.eligible_trial_period,
    created_at: user.created_at,
    proved_at,
  }
}

/** The signed-in user's whole row, for what only they may read, and when they last showed that it is them. Throws `not_signed_in` (401). */
export async function requireUserRow({
  db,
  sessionHash,
  realNow,
}: Ctx): Promise<ActorRow['user'] & Pick<ActorRow, 'proved_at'>> {
  const [row] = sessionHash ? await readActorRows(db, sessionHash, realNow()) : []
  if (!row) throw new AppError('not_signed_in')
  noteForLog({ user_id: row.user.id, session_id: row.session_id })
  return { ...row.user, proved_at: row.proved_at }
}
