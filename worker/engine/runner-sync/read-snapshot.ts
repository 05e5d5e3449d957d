import type { AppletDocument } from '../../contract/applets/applet-document.ts'
import { readSnapshotRows, type SnapshotRows } from '../../db/runners/snapshot-rows.ts'
import type { RunnerCtx } from '../../system/context/context.ts'
import type { Program, RunnerSnapshot } from '../../system/runner-api/program.ts'
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
  const programs = held.map(({ name, doc, ...row }) => {
    const switched_off = off.filter(({ enablement_id }) => enablement_id === row.id).map(({ slug }) => slug)
    return programOf({ row, name, doc, switched_off, paused }, accounts)
  })
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

/** What of a user's row says how their Runner runs the Applet. */
type HeldRow = Omit<SnapshotRows['held'][number], 'id' | 'name' | 'doc'>

/** An Applet that a user has on, or that a plan paused, at their version. */
type HeldApplet = {
  row: HeldRow
  /** As this user sees it. */
  name: string
  doc: AppletDocument
  /** Slugs of the features that the user switched off. */
  switched_off: readonly string[]
  /** The account is being deleted: it runs nothing, and nothing of it is lost. */
  paused: boolean
}

/** The program that the user's Runner has of it. `accounts` in the order of connecting. */
export function programOf(
  { row, name, doc, switched_off, paused }: HeldApplet,
  accounts: Parameters<typeof compileProgram>[2],
): Promise<Program> {
  const { applet_id, version, fields, labels, hook_key_hash, keep_contents, min_gap, expect_every } = row
  const { status, enabled_at, created_at, push_enabled, failed_run_notifications_enabled, quiet_from, quiet_to } = row
  const asItIs = { applet_id, name, version, doc, fields, labels, switched_off, hook_key_hash, keep_contents, min_gap }
  const applet = {
    ...asItIs,
    expect_every,
    running: status === 'enabled' && !paused,
    enabled_at: enabled_at ?? created_at,
    notify_runs: push_enabled,
    notify_failures: failed_run_notifications_enabled,
    quiet: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to },
  }
  return compileProgram(row.user_id, applet, accounts)
}
