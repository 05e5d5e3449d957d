import { desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { authorName } from '../../db/applets/author-name.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Moderation } from '../../contract/moderation/applet-report.ts'
import { users } from '../../db/schema/accounts.ts'
import { applets } from '../../db/schema/applets.ts'
import { applet_reports, hidden_authors } from '../../db/schema/moderation.ts'
import { publicName } from '../../db/applets/public-face.ts'
import { requireOperator } from '../../users/session/require-operator.ts'

const REPORTS = 200
const REPORTS_OF_EACH = 10
const TAKEN_DOWN = 50
const AUTHORS = 50

/**
 * GET /api/operator/moderation: what people reported, the newest 200 reports, and what is taken down. Nothing of what
 * runs contain. Throws as `requireOperator`.
 */
export async function readModeration(ctx: Ctx): Promise<Moderation> {
  await requireOperator(ctx)
  const { db } = ctx
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
        published: sql<boolean>`${published_at} is not null and ${archived_at} is null`
          .mapWith(Boolean)
          .as('published'),
        taken_down,
        enabled_count,
        author: authorName,
      })
      .from(applets)
      .innerJoin(users, eq(users.id, applets.author_id))
  const [reports, reported, down, authors] = await db.batch([
    newest,
    cards().where(inArray(id, sql`(select applet_id from ${newest.as('newest')})`)),
    cards().where(eq(taken_down, 'applet')).orderBy(desc(applets.updated_at)).limit(TAKEN_DOWN),
    db
      .select({ login: users.login, reason: hidden_authors.reason, hidden_at: hidden_authors.hidden_at })
      .from(hidden_authors)
      .innerJoin(users, eq(users.id, hidden_authors.user_id))
      .orderBy(desc(hidden_authors.hidden_at))
      .limit(AUTHORS),
  ])
  const withReports = reported.map((applet) => ({
    ...applet,
    reports: reports
      .filter((report) => report.applet_id === applet.id)
      .slice(0, REPORTS_OF_EACH)
      .map(({ id: report, reason, text, created_at }) => ({ id: report, reason, text, created_at })),
  }))
  const order = reports.map(({ applet_id }) => applet_id)
  return {
    applets: [
      ...withReports.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
      ...down.filter((applet) => !order.includes(applet.id)).map((applet) => ({ ...applet, reports: [] })),
    ],
    authors,
  }
}
