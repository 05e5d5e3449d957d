import { and, eq, exists, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../../system/context/context.ts'
import { FORMER_MARK } from '../../../contract/accounts/former-author.ts'
import { past_trials } from '../../../db/schema/account-changes.ts'
import { users } from '../../../db/schema/accounts.ts'
import { applets, enablements } from '../../../db/schema/applets.ts'
import { trial_cards } from '../../../db/schema/billing.ts'
import { pastTrialHash } from '../past-trials.ts'
import { USER_TABLES } from '../../../db/users/user-tables.ts'

/** How many rows a statement deletes, because D1 answers nobody else meanwhile; how many batches a portion makes. */
const ROWS_AT_ONCE = 2000
const BATCHES = 5

/** Keeps keyed hashes of what had a trial, so that a new account with the same card or address gets no second one. */
export async function keepTrialHashes(
  ctx: Ctx,
  { id, email, trial_used_at }: { id: string; email: string; trial_used_at: number | null },
): Promise<void> {
  const { fingerprint, created_at } = trial_cards
  const cards = await ctx.db.select({ fingerprint, created_at }).from(trial_cards).where(eq(trial_cards.user_id, id))
  const rows = cards.map(async (card) => ({
    hash: await pastTrialHash(ctx, 'card', card.fingerprint),
    used_at: card.created_at,
  }))
  const known = await Promise.all(rows)
  if (trial_used_at !== null) known.push({ hash: await pastTrialHash(ctx, 'email', email), used_at: trial_used_at })
  for (const row of known) await ctx.db.insert(past_trials).values(row).onConflictDoNothing()
}

/** Deletes the user's rows. Returns false if more are left, for the next round. */
export async function eraseRows(ctx: DbCtx, user_id: string): Promise<boolean> {
  for (let batch = 0; batch < BATCHES; batch++) if (!(await erasePortion(ctx, user_id))) return true
  return false
}

async function erasePortion({ db }: DbCtx, user_id: string): Promise<boolean> {
  const theirs = and(eq(enablements.user_id, user_id), eq(enablements.status, 'enabled'))
  const used = db.select({ id: enablements.applet_id }).from(enablements).where(theirs)
  const results = await db.batch([
    db
      .update(applets)
      .set({ enabled_count: sql`max(0, ${applets.enabled_count} - 1)` })
      .where(inArray(applets.id, used)),
    // Those that count are off now, so that a portion that leaves some counts none twice.
    db.update(enablements).set({ status: 'disabled' }).where(theirs),
    ...Object.values(USER_TABLES)
      .filter(({ deletion }) => deletion === 'erased')
      .map(({ table, isTheirs }) =>
        db
          .delete(table)
          .where(sql`rowid in (select rowid from ${table} where ${isTheirs(user_id)} limit ${ROWS_AT_ONCE})`),
      ),
  ])
  return results.some(({ meta }) => meta.changes >= ROWS_AT_ONCE)
}

/** Deletes the user's own Applets that nobody else has. Published ones stay, or are archived if `take_down`. */
export async function leaveApplets({ db, now }: DbCtx & ClockCtx, user_id: string, take_down: boolean): Promise<void> {
  const isTheirs = eq(applets.author_id, user_id)
  const others = db
    .select({ id: enablements.id })
    .from(enablements)
    .where(and(eq(enablements.applet_id, applets.id), ne(enablements.user_id, user_id)))
  const isPrivate = take_down ? sql`true` : isNull(applets.published_at)
  await db.batch([
    db.delete(applets).where(and(isTheirs, isPrivate, not(exists(others)))),
    ...(take_down
      ? [
          db
            .update(applets)
            .set({ archived_at: now(), updated_at: now() })
            .where(and(isTheirs, isNull(applets.archived_at))),
        ]
      : []),
  ])
}

/** The statement of the last step: of the user's own row, only its id and its days are left. */
export function scrubUser({ db, now }: DbCtx & ClockCtx, user_id: string) {
  return db
    .update(users)
    .set({
      email: `${FORMER_MARK}${user_id}`.toLowerCase(),
      email_verified_at: null,
      login: `${FORMER_MARK}${user_id}`,
      password_hash: null,
      second_factor_at: null,
      code: user_id,
      segment: null,
      available_clients: [],
      student: false,
      stripe_customer_id: null,
      timezone: null,
      timezone_chosen: false,
      reminder_scheduled_at: null,
      reminders_off_at: null,
      runs_paused_until: null,
      maker_key_hash: null,
      maker_key_sealed: null,
      updated_at: now(),
    })
    .where(eq(users.id, user_id))
}
