import { and, eq, sql } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import type { RunCounts } from '../../system/runner-api/runner-api.ts'
import { runNamed } from '../d1-batch.ts'
import { applets, enablements } from '../schema/applets.ts'

/**
 * Makes D1's copies of a user's run counts the Runner's, where they differ, and adds the difference to the
 * Applets' own counts. Pages read the Runner; the copies are for orders and for what everyone sees.
 */
export async function saveRunCounts({ db }: DbCtx, user_id: string, counts: readonly RunCounts[]): Promise<void> {
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
  await runNamed(db, {
    applets: db
      .update(applets)
      .set({ run_count: sql`max(0, ${applets.run_count} + (${counted(applets.id)} ->> 1) - (${before}))` })
      .where(sql`${applets.id} in (${changed})`),
    enablements: db
      .update(enablements)
      .set({
        run_count: sql`${counted(enablements.applet_id)} ->> 1`,
        last_run: sql`${counted(enablements.applet_id)} ->> 2`,
      })
      .where(own),
  })
}
