import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { bumpContentVersion } from '../../system/bump-content-version.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { TakeDownInput } from '../../contract/moderation/moderation-input.ts'
import { users } from '../../db/schema/accounts.ts'
import { applets, enablements } from '../../db/schema/applets.ts'
import { applet_reports, hidden_authors } from '../../db/schema/moderation.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { startTask } from '../../system/start-task.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'
import { closeReports } from './close-reports.ts'
import { guardedChange } from './guarded-change.ts'
import { noteTakedownMail } from './takedown-mails.ts'

/**
 * Hides an author, or shows them again. Hidden, all their Applets that others can see or use are taken down as in
 * `takeDownApplet`, and they cannot publish; what only they use goes on. They are mailed the reason. Shown again, their
 * Applets are back, except those that were taken down themselves. Doing it twice changes nothing. Throws as
 * `requireProvenOperator`, and `not_found` for an unknown user name.
 */
export async function hideAuthor(ctx: Ctx, login: string, input: TakeDownInput): Promise<{ login: string }> {
  const user = await requireProvenOperator(ctx)
  const { db } = ctx
  const [author] = await db
    .select({ id: users.id, login: users.login, hidden_at: hidden_authors.hidden_at })
    .from(users)
    .leftJoin(hidden_authors, eq(hidden_authors.user_id, users.id))
    .where(sql`${users.login} collate nocase = ${login}`)
  if (!author) throw new AppError('not_found')
  const isHidden = sql`exists (select 1 from ${hidden_authors} h where h.user_id = ${author.id})`
  const { mark, marked } = guardedChange(
    ctx,
    user,
    {
      action: input.taken_down ? 'hide_author' : 'show_author',
      subject: author.login,
      before: { hidden: author.hidden_at !== null },
      after: input.taken_down ? { hidden: true, reason: input.reason } : { hidden: false },
    },
    users,
    and(eq(users.id, author.id), input.taken_down ? sql`not ${isHidden}` : isHidden),
  )
  const writes = input.taken_down
    ? hidingWrites(ctx, author.id, input.reason, marked)
    : showingWrites(ctx, author.id, marked)
  await db.batch([mark, ...writes])
  log('info', input.taken_down ? 'hide_author' : 'show_author', { author_id: author.id, user_id: user.id })
  await Promise.all([bumpContentVersion(ctx), startTask(ctx, 'moderation')])
  return { login: author.login }
}

function hidingWrites(ctx: Ctx, author_id: string, reason: string, marked: SQL): BatchItem<'sqlite'>[] {
  const { db } = ctx
  const theirs = eq(applets.author_id, author_id)
  const ids = db.select({ id: applets.id }).from(applets).where(theirs)
  const hasOthers = sql`exists (select 1 from ${enablements} e where e.applet_id = ${applets.id} and e.user_id <> ${author_id})`
  const isSeen = sql`(${applets.published_at} is not null or ${hasOthers})`
  return [
    db.insert(hidden_authors).select(
      db
        .select({
          user_id: sql<string>`${author_id}`.as('user_id'),
          reason: sql<string>`${reason}`.as('reason'),
          hidden_at: sql<number>`${ctx.now()}`.as('hidden_at'),
        })
        .from(users)
        .where(and(eq(users.id, author_id), marked)),
    ),
    db
      .update(applets)
      .set({ taken_down: 'author', updated_at: ctx.now() })
      .where(and(theirs, isNull(applets.taken_down), isSeen, marked)),
    noteTakedownMail(ctx, { user_id: author_id, applet_name: null, reason }, marked),
    closeReports(ctx, inArray(applet_reports.applet_id, ids), marked),
  ]
}

function showingWrites({ db, now }: Ctx, author_id: string, marked: SQL): BatchItem<'sqlite'>[] {
  return [
    db.delete(hidden_authors).where(and(eq(hidden_authors.user_id, author_id), marked)),
    db
      .update(applets)
      .set({ taken_down: null, updated_at: now() })
      .where(and(eq(applets.author_id, author_id), eq(applets.taken_down, 'author'), marked)),
  ]
}
