import { and, isNull, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { applet_reports } from '../../db/schema/moderation.ts'

/** The statement that closes the open reports of these Applets, for the batch of a change, where `marked` holds. */
export function closeReports({ db, now }: Ctx, ofApplets: SQL, marked: SQL) {
  return db
    .update(applet_reports)
    .set({ closed_at: now() })
    .where(and(ofApplets, isNull(applet_reports.closed_at), marked))
}
