import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { AppletKey } from '../../contract/addresses.ts'
import type { TakeDownInput } from '../../contract/moderation/moderation-input.ts'
import type { ActorUser, Ctx, DbCtx } from '../../system/context/context.ts'
import { selectAppletId } from '../applets/select-applet-id.ts'
import { setAuthorTakenDown, setTakenDown } from '../applets/taken-down-applets.ts'
import { runNamed, type Statement } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { guardedChange } from '../operator-rows.ts'
import { users } from '../schema/accounts.ts'
import { applets } from '../schema/applets.ts'
import { applet_reports, hidden_authors } from '../schema/moderation.ts'
import { closeReports } from './applet-reports.ts'
import { insertTakedownMail } from './takedown-mails.ts'

/** What operators take down and put back. Each change is in the log, and made once however many press. */

const BACK = { reason: '', is_back: true } as const

function isHidden(user_id: string): SQL {
  return sql`exists (select 1 from ${hidden_authors} h where h.user_id = ${user_id})`
}

type TakenDownApplet = Pick<typeof applets.$inferSelect, 'id' | 'name' | 'author_id' | 'taken_down'>

export async function readTakenDown({ db }: DbCtx, ref: AppletKey): Promise<TakenDownApplet | null> {
  const [row] = await db
    .select({ id: applets.id, name: applets.name, author_id: applets.author_id, taken_down: applets.taken_down })
    .from(applets)
    .where(eq(applets.id, selectAppletId(ref)))
  return row ?? null
}

/**
 * Takes the Applet down, notes the mail to its author and closes its reports; or puts it back, with a mail too, unless
 * its author is hidden.
 */
export async function changeTakenDown(
  ctx: Ctx,
  operator: ActorUser,
  { id, name, author_id, taken_down: before }: TakenDownApplet,
  input: TakeDownInput,
): Promise<void> {
  const isIt = eq(applets.id, id)
  const { mark, marked } = guardedChange(
    ctx,
    operator,
    {
      action: input.taken_down ? 'take_down_applet' : 'put_back_applet',
      subject: String(id),
      before: { taken_down: before },
      after: input.taken_down ? { taken_down: 'applet', reason: input.reason } : { taken_down: null },
    },
    {
      from: applets,
      where: and(
        isIt,
        input.taken_down ? sql`${applets.taken_down} is not 'applet'` : eq(applets.taken_down, 'applet'),
      ),
    },
  )
  const of = { user_id: author_id, applet_name: name }
  await runNamed(ctx.db, {
    mark,
    applet: setTakenDown(ctx, id, input.taken_down, marked),
    mail: input.taken_down
      ? insertTakedownMail(ctx, { ...of, reason: input.reason, is_back: false }, marked)
      : insertTakedownMail(ctx, { ...of, ...BACK }, sql`${marked} and not ${isHidden(author_id)}`),
    reports: input.taken_down ? [closeReports(ctx, eq(applet_reports.applet_id, id), marked)] : [],
  })
}

type ShownAuthor = { id: string; login: string; hidden_at: number | null }

/** An author by user name, and since when (ms) they are hidden. */
export async function readShownAuthor({ db }: DbCtx, login: string): Promise<ShownAuthor | null> {
  const [author] = await db
    .select({ id: users.id, login: users.login, hidden_at: hidden_authors.hidden_at })
    .from(users)
    .leftJoin(hidden_authors, eq(hidden_authors.user_id, users.id))
    .where(sql`${users.login} collate nocase = ${login}`)
  return author ?? null
}

/**
 * Hides an author: their Applets that others see or have are taken down, the mail to them is noted, and the reports
 * are closed. Or shows them again, with those Applets and a mail.
 */
export async function changeHidden(
  ctx: Ctx,
  operator: ActorUser,
  { id, login, hidden_at }: ShownAuthor,
  input: TakeDownInput,
): Promise<void> {
  const { mark, marked } = guardedChange(
    ctx,
    operator,
    {
      action: input.taken_down ? 'hide_author' : 'show_author',
      subject: login,
      before: { hidden: hidden_at !== null },
      after: input.taken_down ? { hidden: true, reason: input.reason } : { hidden: false },
    },
    { from: users, where: and(eq(users.id, id), input.taken_down ? sql`not ${isHidden(id)}` : isHidden(id)) },
  )
  const writes = input.taken_down ? hidingWrites(ctx, id, input.reason, marked) : showingWrites(ctx, id, marked)
  await runNamed(ctx.db, { mark, writes })
}

function hidingWrites(ctx: Ctx, author_id: string, reason: string, marked: SQL): Statement[] {
  const { db } = ctx
  const ids = db.select({ id: applets.id }).from(applets).where(eq(applets.author_id, author_id))
  return [
    insertRow(
      db,
      hidden_authors,
      { user_id: users.id, reason, hidden_at: ctx.now() },
      { from: users, where: and(eq(users.id, author_id), marked) },
    ),
    setAuthorTakenDown(ctx, author_id, true, marked),
    insertTakedownMail(ctx, { user_id: author_id, applet_name: null, reason, is_back: false }, marked),
    closeReports(ctx, inArray(applet_reports.applet_id, ids), marked),
  ]
}

function showingWrites(ctx: Ctx, author_id: string, marked: SQL): Statement[] {
  return [
    ctx.db.delete(hidden_authors).where(and(eq(hidden_authors.user_id, author_id), marked)),
    setAuthorTakenDown(ctx, author_id, false, marked),
    insertTakedownMail(ctx, { user_id: author_id, applet_name: null, ...BACK }, marked),
  ]
}
