import { and, eq, isNull, sql } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import { applets, enablements } from '../../db/schema/applets.ts'
import { runners } from '../../db/schema/runners.ts'
import { log } from '../../system/log/log.ts'
import { fromRunner } from '../../system/runner-api/from-runner.ts'
import type { RunCounts } from '../../system/runner-api/runner-api.ts'

/**
 * Makes D1's copies of a user's run counts the Runner's, where they differ, and adds the difference to the
 * Applets' own counts. Pages read the Runner; the copies are for orders and for what everyone sees.
 */
export async function saveRunCounts(
  { db }: Pick<RunnerCtx, 'db'>,
  user_id: string,
  counts: RunCounts[],
): Promise<void> {
  if (counts.length === 0) return
  const list = JSON.stringify(counts.map(({ applet_id, run_count, last_run }) => [applet_id, run_count, last_run]))
  const counted = (of: unknown) => sql`(select value from json_each(${list}) where value ->> 0 = ${of})`
  const own = and(
    eq(enablements.user_id, user_id),
    sql`${enablements.run_count} <> ${counted(enablements.applet_id)} ->> 1`,
  )
  const changed = db.select({ id: enablements.applet_id }).from(enablements).where(own)
  const before = db
    .select({ n: enablements.run_count })
    .from(enablements)
    .where(and(eq(enablements.user_id, user_id), eq(enablements.applet_id, applets.id)))
  await db.batch([
    db
      .update(applets)
      .set({ run_count: sql`max(0, ${applets.run_count} + (${counted(applets.id)} ->> 1) - (${before}))` })
      .where(sql`${applets.id} in (${changed})`),
    db
      .update(enablements)
      .set({
        run_count: sql`${counted(enablements.applet_id)} ->> 1`,
        last_run: sql`${counted(enablements.applet_id)} ->> 2`,
      })
      .where(own),
  ])
}

/** Brings D1's copies up to date now, before something is decided by them. Old copies serve where a Runner is away. */
export async function refreshRunCounts(ctx: RunnerCtx, user_id: string): Promise<void> {
  const of = and(eq(runners.user_id, user_id), isNull(runners.deleted_at))
  const [row] = await ctx.db.select({ runner_id: runners.runner_id }).from(runners).where(of)
  if (!row?.runner_id) return
  const { runner_id } = row
  try {
    await saveRunCounts(ctx, user_id, await fromRunner(() => ctx.runners.get(runner_id).counts()))
  } catch (error) {
    log('warn', 'run_counts_stale', { message: String(error) })
  }
}
