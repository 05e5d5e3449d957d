import { and, eq, exists, inArray, isNotNull, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { insertActivity } from '../activity-entries.ts'
import { runBatch, type Statement } from '../d1-batch.ts'
import { applets, enablements } from '../schema/applets.ts'

/** What a user no longer has: where an account ends, and where somebody else first verified its address. */

/** Whether an Applet runs, would run again with another plan, or has an address to start it. */
export function isHeldBy(user_id: string): SQL | undefined {
  const { status, paused_at, hook_key_hash, mail_key_hash } = enablements
  return and(
    eq(enablements.user_id, user_id),
    or(eq(status, 'enabled'), isNotNull(paused_at), isNotNull(hook_key_hash), isNotNull(mail_key_hash)),
  )
}

/** Logs that each Applet that is on was turned off: before the statements that do it. */
export function logTurnedOff(ctx: DbCtx & ClockCtx, user_id: string, when: SQL): Statement {
  const { applet_id } = enablements
  const entry = { id: sql`'act_' || lower(hex(randomblob(16)))`, kind: 'disabled' as const, user_id, applet_id }
  return insertActivity(ctx, entry, { from: enablements, where: and(isOn(user_id), when) })
}

/** Turns all that the user holds off, for good: without an address and without a plan that would resume it. */
export function turnOffHeld({ db, now }: DbCtx & ClockCtx, user_id: string, when: SQL) {
  const on = db
    .select({ id: enablements.applet_id })
    .from(enablements)
    .where(and(isOn(user_id), when))
  const keys = { hook_key_hash: null, hook_key_sealed: null, mail_key_hash: null, mail_key_sealed: null }
  return [
    db
      .update(applets)
      .set({ enabled_count: sql`max(0, ${applets.enabled_count} - 1)` })
      .where(inArray(applets.id, on)),
    db
      .update(enablements)
      .set({ status: 'disabled', paused_at: null, ...keys, updated_at: now() })
      .where(and(isHeldBy(user_id), when)),
  ] as const
}

function isOn(user_id: string): SQL | undefined {
  return and(eq(enablements.user_id, user_id), eq(enablements.status, 'enabled'))
}

/** Deletes the user's own Applets that nobody else has. Published ones stay, or are archived if `take_down`. */
export async function leaveApplets({ db, now }: DbCtx & ClockCtx, user_id: string, take_down: boolean): Promise<void> {
  const isTheirs = eq(applets.author_id, user_id)
  const others = db
    .select({ id: enablements.id })
    .from(enablements)
    .where(and(eq(enablements.applet_id, applets.id), ne(enablements.user_id, user_id)))
  const isPrivate = take_down ? sql`true` : isNull(applets.published_at)
  const archives = db
    .update(applets)
    .set({ archived_at: now(), updated_at: now() })
    .where(and(isTheirs, isNull(applets.archived_at)))
  const deletes = db.delete(applets).where(and(isTheirs, isPrivate, not(exists(others))))
  await runBatch(db, take_down ? [deletes, archives] : [deletes])
}
