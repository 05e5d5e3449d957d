import { and, count, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { AppletKey } from '../../contract/addresses.ts'
import type { ReportInput } from '../../contract/moderation/moderation-input.ts'
import type { ActorUser, ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { authorName } from '../applets/applet-names.ts'
import { publicName } from '../applets/public-face.ts'
import { selectAppletId } from '../applets/select-applet-id.ts'
import { decoded, FLAG, runNamed } from '../d1-batch.ts'
import { guardedChange } from '../operator-rows.ts'
import { users } from '../schema/accounts.ts'
import { applets } from '../schema/applets.ts'
import { applet_reports, hidden_authors } from '../schema/moderation.ts'

const REPORTS = 200
const TAKEN_DOWN = 50
const AUTHORS = 50

/**
 * The newest 200 open reports, the Applets that they are about, those that are taken down themselves, and the hidden
 * authors.
 */
export function readModerationRows({ db }: DbCtx) {
  const newest = db
    .select()
    .from(applet_reports)
    .where(isNull(applet_reports.closed_at))
    .orderBy(desc(applet_reports.created_at))
    .limit(REPORTS)
  const { id, friendly_id, config_type, published_at, archived_at, taken_down, enabled_count } = applets
  const cards = () =>
    db
      .select({
        id,
        friendly_id,
        // The name under which people have reported it.
        name: publicName.as('name'),
        config_type,
        published: sql<boolean>`${published_at} is not null and ${archived_at} is null`.as('published'),
        taken_down,
        enabled_count,
        author: authorName,
      })
      .from(applets)
      .innerJoin(users, eq(users.id, applets.author_id))
  const down = cards().where(eq(taken_down, 'applet')).orderBy(desc(applets.updated_at)).limit(TAKEN_DOWN)
  return runNamed(db, {
    reports: newest,
    reported: decoded(cards().where(inArray(id, sql`(select applet_id from ${newest.as('newest')})`)), {
      published: FLAG,
    }),
    down: decoded(down, { published: FLAG }),
    authors: db
      .select({ login: users.login, reason: hidden_authors.reason, hidden_at: hidden_authors.hidden_at })
      .from(hidden_authors)
      .innerJoin(users, eq(users.id, hidden_authors.user_id))
      .orderBy(desc(hidden_authors.hidden_at))
      .limit(AUTHORS),
  })
}

/** Stores the reporter's one report of an Applet, or replaces it while it is open. */
export async function saveReport(
  ctx: Pick<Ctx, 'db' | 'now' | 'id'>,
  { reason, text, ...whose }: ReportInput & { applet_id: number; reporter: string },
): Promise<void> {
  const given = { reason, text, created_at: ctx.now() }
  await ctx.db
    .insert(applet_reports)
    .values({ id: ctx.id('rep'), ...whose, ...given })
    .onConflictDoUpdate({
      target: [applet_reports.applet_id, applet_reports.reporter],
      set: given,
      setWhere: isNull(applet_reports.closed_at),
    })
}

/** The Applet, and how many reports of it are open; null if none is. */
export async function readOpenReports({ db }: DbCtx, ref: AppletKey): Promise<{ id: number; reports: number } | null> {
  const [open] = await db
    .select({ id: applet_reports.applet_id, reports: count() })
    .from(applet_reports)
    .where(and(eq(applet_reports.applet_id, selectAppletId(ref)), isNull(applet_reports.closed_at)))
    .groupBy(applet_reports.applet_id)
  return open ?? null
}

/** Closes the open reports of an Applet, and logs it; not where another operator has closed them meanwhile. */
export async function closeOpenReports(
  ctx: Ctx,
  operator: ActorUser,
  { id, reports }: { id: number; reports: number },
): Promise<void> {
  const change = {
    action: 'dismiss_reports' as const,
    subject: String(id),
    before: { reports },
    after: { reports: 0 },
  }
  const anyOpen = sql`exists (select 1 from ${applet_reports} r where r.applet_id = ${id} and r.closed_at is null)`
  const { mark, marked } = guardedChange(ctx, operator, change, {
    from: applets,
    where: and(eq(applets.id, id), anyOpen),
  })
  await runNamed(ctx.db, { mark, reports: closeReports(ctx, eq(applet_reports.applet_id, id), marked) })
}

/** The statement that closes the open reports of these Applets, for the batch of a change, where `marked` holds. */
export function closeReports({ db, now }: DbCtx & ClockCtx, ofApplets: SQL, marked: SQL) {
  return db
    .update(applet_reports)
    .set({ closed_at: now() })
    .where(and(ofApplets, isNull(applet_reports.closed_at), marked))
}
