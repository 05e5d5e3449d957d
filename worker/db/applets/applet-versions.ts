import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { AppletDocument } from '../../contract/applets/applet-document.ts'
import { stepsOfKind } from '../../contract/applets/step-list.ts'
import type { Db } from '../../system/d1/client.ts'
import { applet_steps, applet_versions, applets, enablements } from '../schema/applets.ts'
import { isOfService, stepId, stepsOfDocument, stepSlot } from './steps-in-sql.ts'

/**
 * An Applet is the document of its newest version; each has one from its beginning. Users keep the version that they
 * have until they take the next one.
 */

type Version = { applet_id: number; version: number; doc: AppletDocument; created_at: number }

/**
 * Writes the newest version of an Applet where `when` holds, and the index of its steps, which lists and search read.
 * One that is there stays.
 */
export function writesOfVersion(db: Db, { applet_id, version, doc, created_at }: Version, when = sql`true`) {
  const stored = sql`${JSON.stringify(doc)}`
  return [
    db
      .insert(applet_versions)
      .select(sql`select ${applet_id}, ${version}, ${stored}, ${created_at} where ${when}`)
      .onConflictDoNothing(),
    db.delete(applet_steps).where(and(eq(applet_steps.applet_id, applet_id), when)),
    db.insert(applet_steps).select(
      sql`select ${applet_id}, coalesce(step.value ->> '$.id', step.value ->> '$.position'), step.key, ${stepId},
        ${stepSlot}, step.value -> '$.fields', step.value ->> '$.feature' from ${stepsOfDocument(stored)} where ${isOfService} and ${when}`,
    ),
  ] as const satisfies readonly BatchItem<'sqlite'>[]
}

/** A Worker of before reads these columns, and would write a version of them, should one go back to it. */
export function columnsOfBefore({ steps }: AppletDocument) {
  return {
    filter_code: stepsOfKind(steps, 'filter')[0]?.code ?? null,
    actions_delay: stepsOfKind(steps, 'wait')[0]?.seconds ?? 0,
  }
}

/** The number of an Applet's newest version, in SQL. */
export function newestVersion(applet_id: SQLWrapper | number): SQL<number> {
  return sql<number>`(select max(v.version) from ${applet_versions} v where v.applet_id = ${applet_id})`
}

/**
 * The version that this user sees and gets, in SQL: the newest, or the one that they have of an Applet that its author
 * took back.
 */
export function versionForUser(user_id: SQLWrapper | string, applet_id: SQLWrapper | number): SQL<number> {
  return sql<number>`coalesce(${keptVersion(user_id, applet_id)}, ${newestVersion(applet_id)})`
}

/** Of an Applet that its author took back, the version that this other user has; null otherwise. */
export function keptVersion(user_id: SQLWrapper | string, applet_id: SQLWrapper | number): SQL<number | null> {
  return sql`(select e.version from ${enablements} e join ${applets} a on a.id = e.applet_id
    where e.user_id = ${user_id} and e.applet_id = ${applet_id} and a.author_id <> e.user_id and a.published_at is null)`
}

/** The highest id that a step of any version has had, in SQL, -1 for none; in older versions it is called a position. */
export function lastStepId(applet_id: number | null): SQL<number> {
  return sql<number>`coalesce((select max(coalesce(step.value ->> '$.id', step.value ->> '$.position'))
    from ${applet_versions} v, ${stepsOfDocument(sql`v.doc`)} where v.applet_id = ${applet_id}), -1)`
}
