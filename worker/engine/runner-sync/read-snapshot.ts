import { readSnapshotRows, type SnapshotRows } from '../../db/runners/snapshot-rows.ts'
import type { RunnerCtx } from '../../system/context/context.ts'
import type { RunnerSnapshot } from '../../system/runner-api/program.ts'
import { compileProgram } from './compile-program.ts'

/** Where the user's Runner is, and what it has to know; null for a user without one, or whose account is deleted. */
type ReadSnapshot = { runner_id: string | null; applied: number; snapshot: RunnerSnapshot }

const UNKNOWN_ZONE = 'UTC'

/** Reads all of it in one round trip. */
export async function readSnapshot(ctx: RunnerCtx, user_id: string): Promise<ReadSnapshot | null> {
  return toSnapshot(await readSnapshotRows(ctx.db, user_id))
}

async function toSnapshot(rows: SnapshotRows): Promise<ReadSnapshot | null> {
  const { plans, held, off } = rows
  const [user] = rows.user
  if (!user || user.deleted_at !== null) return null
  const { user_id, runner_id, applied, wanted, timezone, runs_paused_until, maker_key_hash, deletes_at } = user
  const paused = deletes_at !== null
  const accounts = rows.accounts.map(({ account_name, ...account }) => ({ ...account, name: account_name }))
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
      paused_until: deletes_at ?? runs_paused_until,
      programs: await Promise.all(programs),
    },
  }
}

type HeldRow = SnapshotRows['held'][number] & { paused: boolean }
type Accounts = RunnerSnapshot['accounts']

function toProgram(user_id: string, row: HeldRow, off: SnapshotRows['off'], accounts: Accounts) {
  const { id, status, paused, quiet_from, quiet_to, push_enabled, enabled_at, first_enabled_at, ...more } = row
  const { failed_run_notifications_enabled: notify_failures, ...rest } = more
  const applet = {
    ...rest,
    // An account that is being deleted runs nothing, and nothing of it is lost.
    running: status === 'enabled' && !paused,
    enabled_at: enabled_at ?? first_enabled_at,
    switched_off: off.filter(({ enablement_id }) => enablement_id === id).map(({ slug }) => slug),
    notify_runs: push_enabled,
    notify_failures,
    quiet: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to },
  }
  return compileProgram(user_id, applet, accounts)
}
