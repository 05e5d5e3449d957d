import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { applet_versions, applets, enablements, live_configurations } from '../../db/schema/applets.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import { runners } from '../../db/schema/runners.ts'
import { seenName } from '../../db/applets/public-face.ts'
import type { RunnerSnapshot } from '../../system/runner-api/program.ts'
import { compileProgram } from './compile-program.ts'

/** Where the user's Runner is, and what it has to know; null for a user without one, or whose account is deleted. */
type ReadSnapshot = { runner_id: string | null; applied: number; snapshot: RunnerSnapshot }

const UNKNOWN_ZONE = 'UTC'

/** Reads all of it in one transaction of the primary database, `wanted` included. */
export async function readSnapshot(ctx: RunnerCtx, user_id: string): Promise<ReadSnapshot | null> {
  return toSnapshot(await readRows(ctx.db, user_id))
}

async function readRows(db: Db, user_id: string) {
  const isHeld = and(
    eq(enablements.user_id, user_id),
    or(eq(enablements.status, 'enabled'), isNotNull(enablements.paused_at)),
  )
  // An Applet that was taken down runs for nobody: its program goes, and its open runs are canceled.
  const isProgram = and(isHeld, isNull(applets.taken_down))
  const { id, module_name, account_name, status, created_at } = connected_accounts
  const { tier, card_authenticated, current_period_end, past_due_since } = subscriptions
  const [[user], plans, accounts, held, off] = await db.batch([
    db
      .select({
        user_id: runners.user_id,
        runner_id: runners.runner_id,
        wanted: runners.wanted,
        applied: runners.applied,
        deleted_at: runners.deleted_at,
        timezone: users.timezone,
        paused_until: users.runs_paused_until,
        maker_key_hash: users.maker_key_hash,
        deletes_at: users.deletes_at,
      })
      .from(runners)
      .innerJoin(users, eq(users.id, runners.user_id))
      .where(eq(runners.user_id, user_id)),
    db
      .select({ tier, status: subscriptions.status, card_authenticated, current_period_end, past_due_since })
      .from(subscriptions)
      .where(eq(subscriptions.user_id, user_id))
      .orderBy(asc(subscriptions.id)),
    db
      .select({ id, module_name, name: account_name, status })
      .from(connected_accounts)
      .where(eq(connected_accounts.user_id, user_id))
      .orderBy(asc(created_at), asc(id)),
    heldQuery(db).where(isProgram).orderBy(asc(enablements.applet_id)),
    db
      .select({ enablement_id: live_configurations.enablement_id, slug: live_configurations.slug })
      .from(live_configurations)
      .innerJoin(enablements, eq(enablements.id, live_configurations.enablement_id))
      .where(and(isHeld, eq(live_configurations.disabled, true))),
  ])
  return { user, plans, accounts, held, off }
}

/** The Applets that are on, or that a plan paused, each at the version that it is pinned to. */
function heldQuery(db: Db) {
  const { id, applet_id, version, status, fields, hook_key_hash, push_enabled, enabled_at } = enablements
  return db
    .select({
      id,
      applet_id,
      version,
      status,
      fields,
      hook_key_hash,
      push_enabled,
      enabled_at,
      notify_failures: enablements.failed_run_notifications_enabled,
      keep_contents: enablements.keep_contents,
      min_gap: enablements.min_gap,
      quiet_from: enablements.quiet_from,
      quiet_to: enablements.quiet_to,
      expect_every: enablements.expect_every,
      first_enabled_at: enablements.created_at,
      name: seenName(enablements.user_id).as('name'),
      doc: applet_versions.doc,
    })
    .from(enablements)
    .innerJoin(applets, eq(applets.id, applet_id))
    .innerJoin(applet_versions, and(eq(applet_versions.applet_id, applet_id), eq(applet_versions.version, version)))
}

async function toSnapshot(rows: Awaited<ReturnType<typeof readRows>>): Promise<ReadSnapshot | null> {
  const { user, plans, accounts, held, off } = rows
  if (!user || user.deleted_at !== null) return null
  const { user_id, runner_id, applied, wanted, timezone, paused_until, maker_key_hash, deletes_at } = user
  const paused = deletes_at !== null
  const programs = held.map((row) => toProgram(user_id, { ...row, paused }, off, accounts))
  return {
    runner_id,
    applied,
    snapshot: {
      user_id,
      wanted,
      timezone: timezone ?? UNKNOWN_ZONE,
      subscriptions: plans,
      accounts,
      maker_key_hash: paused ? null : maker_key_hash,
      // A draft that is being done once stops too; should the deletion be undone, it goes on.
      paused_until: deletes_at ?? paused_until,
      programs: await Promise.all(programs),
    },
  }
}

type Rows = Awaited<ReturnType<typeof readRows>>
type HeldRow = Rows['held'][number] & { paused: boolean }

function toProgram(user_id: string, row: HeldRow, off: Rows['off'], accounts: Rows['accounts']) {
  const { id, status, paused, quiet_from, quiet_to, push_enabled, enabled_at, first_enabled_at, ...rest } = row
  const applet = {
    ...rest,
    // An account that is being deleted runs nothing, and nothing of it is lost.
    running: status === 'enabled' && !paused,
    enabled_at: enabled_at ?? first_enabled_at,
    switched_off: off.filter(({ enablement_id }) => enablement_id === id).map(({ slug }) => slug),
    notify_runs: push_enabled,
    quiet: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to },
  }
  return compileProgram(user_id, applet, accounts)
}
