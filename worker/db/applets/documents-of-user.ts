import { and, eq, sql } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import { applet_versions, applets, enablements } from '../schema/applets.ts'
import { isKeptVersion, seenName } from './public-face.ts'

/** Those of these Applets that the user has, each as they have it, with its name as they see it. */
export function readDocumentsOfUser({ db }: DbCtx, user_id: string, applet_ids: readonly number[]) {
  const { applet_id, fields, labels } = enablements
  return db
    .select({ applet_id, name: seenName(enablements.user_id), doc: applet_versions.doc, fields, labels })
    .from(enablements)
    .innerJoin(applets, eq(applets.id, applet_id))
    .innerJoin(applet_versions, isKeptVersion)
    .where(
      and(
        eq(enablements.user_id, user_id),
        sql`${applet_id} in (select value from json_each(${JSON.stringify(applet_ids)}))`,
      ),
    )
}
