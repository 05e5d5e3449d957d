import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../system/d1/client.ts'
import { isKeptVersion, seenName } from '../applets/public-face.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { applet_versions, applets, enablements, live_configurations } from '../schema/applets.ts'
import { subscriptions } from '../schema/billing.ts'
import { connected_accounts } from '../schema/connections.ts'
import { runners } from '../schema/runners.ts'

export type SnapshotRows = Awaited<ReturnType<typeof readSnapshotRows>>

/** Reads all that a user's Runner has to know in one transaction of the primary database, `wanted` included. */
export function readSnapshotRows(db: Db, user_id: string) {
  const isHeld = and(
    eq(enablements.user_id, user_id),
    or(eq(enablements.status, 'enabled'), isNotNull(enablements.paused_at)),
  )
  const { id, module_name, account_name, status, created_at } = connected_accounts
  const { tier, card_authenticated, current_period_end, past_due_since } = subscriptions
  const { timezone, runs_paused_until, maker_key_hash, deletes_at } = users
  const { runner_id, wanted, applied, deleted_at } = runners
  return runNamed(db, {
    user: db
      .select({
        user_id: runners.user_id,
        runner_id,
        wanted,
        applied,
        deleted_at,
        timezone,
        runs_paused_until,
        maker_key_hash,
        deletes_at,
      })
      .from(runners)
      .innerJoin(users, eq(users.id, runners.user_id))
      .where(eq(runners.user_id, user_id)),
    plans: decoded(
      db
        .select({ tier, status: subscriptions.status, card_authenticated, current_period_end, past_due_since })
        .from(subscriptions)
        .where(eq(subscriptions.user_id, user_id))
        .orderBy(asc(subscriptions.id)),
      { card_authenticated },
    ),
    accounts: db
      .select({ id, module_name, account_name, status })
      .from(connected_accounts)
      .where(eq(connected_accounts.user_id, user_id))
      .orderBy(asc(created_at), asc(id)),
    // An Applet that was taken down runs for nobody: its program goes, and its open runs are canceled.
    held: heldQuery(db, and(isHeld, isNull(applets.taken_down))),
    off: db
      .select({ enablement_id: live_configurations.enablement_id, slug: live_configurations.slug })
      .from(live_configurations)
      .innerJoin(enablements, eq(enablements.id, live_configurations.enablement_id))
      .where(and(isHeld, eq(live_configurations.disabled, true))),
  })
}

/** The Applets that are on, or that a plan paused, each at the version that it is pinned to. */
function heldQuery(db: Db, which: ReturnType<typeof and>) {
  const { id, user_id, applet_id, version, status, fields, labels, hook_key_hash, push_enabled, enabled_at } =
    enablements
  const { failed_run_notifications_enabled, keep_contents, min_gap, quiet_from, quiet_to, expect_every } = enablements
  const { doc } = applet_versions
  const pinned = { id, user_id, applet_id, version: sql<number>`${version}`.as('version'), status, fields, labels }
  const switches = { push_enabled, failed_run_notifications_enabled, keep_contents }
  const created_at = sql<number>`${enablements.created_at}`.as('created_at')
  const times = { min_gap, quiet_from, quiet_to, expect_every, enabled_at, created_at }
  const name = seenName(user_id).as('name')
  return decoded(
    db
      .select({ ...pinned, ...switches, ...times, hook_key_hash, name, doc })
      .from(enablements)
      .innerJoin(applets, eq(applets.id, applet_id))
      .innerJoin(applet_versions, isKeptVersion)
      .where(which)
      .orderBy(asc(applet_id)),
    { fields, labels, ...switches, doc },
  )
}
