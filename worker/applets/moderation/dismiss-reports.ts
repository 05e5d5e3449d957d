import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { selectAppletId } from '../../db/applets/select-applet-id.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import type { Ctx } from '../../system/context/context.ts'
import { applets } from '../../db/schema/applets.ts'
import { applet_reports } from '../../db/schema/moderation.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'
import { closeReports } from './close-reports.ts'
import { guardedChange } from './guarded-change.ts'

/**
 * Closes the open reports of an Applet, which stays as it is. Throws as `requireProvenOperator`, and `not_found` if
 * none is open.
 */
export async function dismissReports(ctx: Ctx, ref: AppletKey): Promise<{ id: number }> {
  const user = await requireProvenOperator(ctx)
  const { db } = ctx
  const ofApplet = eq(applet_reports.applet_id, selectAppletId(ref))
  const [open] = await db
    .select({ id: applet_reports.applet_id, reports: count() })
    .from(applet_reports)
    .where(and(ofApplet, isNull(applet_reports.closed_at)))
    .groupBy(applet_reports.applet_id)
  if (!open) throw new AppError('not_found')
  const { id, reports } = open
  const change = {
    action: 'dismiss_reports' as const,
    subject: String(id),
    before: { reports },
    after: { reports: 0 },
  }
  const anyOpen = sql`exists (select 1 from ${applet_reports} r where r.applet_id = ${id} and r.closed_at is null)`
  const { mark, marked } = guardedChange(ctx, user, change, applets, and(eq(applets.id, id), anyOpen))
  await db.batch([mark, closeReports(ctx, ofApplet, marked)])
  return { id }
}
