import { and, desc, eq, sql } from 'drizzle-orm'
import type { AppletDocument } from '../../contract/applets/applet-document.ts'
import type { RunnerCtx } from '../../system/context/context.ts'
import { applet_versions, applets, enablements } from '../../db/schema/applets.ts'
import { log } from '../../system/log/log.ts'
import { toVersions, versionQueries } from './applet-version-rows.ts'

type VersionKey = { applet_id: number; version: number }

/** Writes versions that enablements name but that were never written, as their Applets are now. Existing ones stay. */
export async function writeMissingVersions({ db, ...ctx }: RunnerCtx, missing: readonly VersionKey[]): Promise<void> {
  const [first, second, third, fourth] = await db.batch(
    versionQueries(
      db,
      missing.map(({ applet_id }) => applet_id),
    ),
  )
  const versions = toVersions([first, second, third, fourth])
  const rows = missing.map(async (key) => {
    const doc = versions.get(key.applet_id)
    return doc ? [{ ...key, doc: await withFilter(ctx, doc), created_at: ctx.now() }] : []
  })
  const [head, ...rest] = (await Promise.all(rows))
    .flat()
    .map((row) => db.insert(applet_versions).values(row).onConflictDoNothing())
  if (head) await db.batch([head, ...rest])
}

/**
 * An author's Save: where what runs has changed, writes the next version and moves the author's own enablement
 * to it. Nobody else's moves.
 */
export async function saveVersion({ db, ...ctx }: RunnerCtx, applet_id: number): Promise<void> {
  const [first, second, third, fourth, latestRows] = await db.batch([
    ...versionQueries(db, [applet_id]),
    db
      .select()
      .from(applet_versions)
      .where(eq(applet_versions.applet_id, applet_id))
      .orderBy(desc(applet_versions.version))
      .limit(1),
  ])
  const doc = toVersions([first, second, third, fourth]).get(applet_id)
  const [latest] = latestRows
  if (!doc || (latest && isSameVersion(latest.doc, doc))) return
  const version = (latest?.version ?? 0) + 1
  const author = sql`(select ${applets.author_id} from ${applets} where ${applets.id} = ${applet_id})`
  await db.batch([
    db
      .insert(applet_versions)
      .values({ applet_id, version, doc: await withFilter(ctx, doc), created_at: ctx.now() })
      .onConflictDoNothing(),
    db
      .update(enablements)
      .set({ version })
      .where(and(eq(enablements.applet_id, applet_id), eq(enablements.user_id, author))),
  ])
}

/** The version with its filter compiled. Code that does not compile leaves none; then nothing of the version runs. */
export async function withFilter(
  { filterCompiler }: Pick<RunnerCtx, 'filterCompiler'>,
  doc: AppletDocument,
): Promise<AppletDocument> {
  const steps = doc.steps.map(async (step) => {
    if (step.kind !== 'filter') return step
    const result = await filterCompiler.compileFilter(step.code)
    if (result.ok) return { ...step, compiled: result.filter }
    log('warn', 'filter_not_compiled', { problem: result.problems[0]?.message ?? '' })
    return step
  })
  return { ...doc, steps: await Promise.all(steps) }
}

/** Whether the same runs. */
export function isSameVersion(before: AppletDocument, now: AppletDocument): boolean {
  const uncompiled = ({ steps, ...doc }: AppletDocument) =>
    JSON.stringify({
      ...doc,
      steps: steps.map((step) => (step.kind === 'filter' ? { ...step, compiled: null } : step)),
    })
  return uncompiled(before) === uncompiled(now)
}

/** The newest version of an Applet, in SQL. */
export function newestVersion(applet_id: number) {
  return sql<number>`coalesce((select max(v.version) from ${applet_versions} v where v.applet_id = ${applet_id}), 1)`
}

/**
 * Finds the version for a user who turns an Applet on or saves it now, in SQL: the newest, or the one that they have of
 * an Applet that its author took back.
 */
export function versionForUser({ user_id, applet_id }: { user_id: string; applet_id: number }) {
  const kept = sql`select e.version from ${enablements} e join ${applets} a on a.id = e.applet_id
    where e.user_id = ${user_id} and e.applet_id = ${applet_id} and a.author_id <> ${user_id} and a.published_at is null`
  return sql<number>`coalesce((${kept}), ${newestVersion(applet_id)})`
}
