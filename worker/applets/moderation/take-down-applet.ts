import { and, eq, sql, type SQL } from 'drizzle-orm'
import { announceChange } from '../publish/announce-change.ts'
import { selectAppletId } from '../../db/applets/select-applet-id.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { TakeDownInput } from '../../contract/moderation/moderation-input.ts'
import { applets } from '../../db/schema/applets.ts'
import { applet_reports, hidden_authors } from '../../db/schema/moderation.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { startTask } from '../../system/start-task.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'
import { closeReports } from './close-reports.ts'
import { guardedChange } from './guarded-change.ts'
import { noteTakedownMail } from './takedown-mails.ts'

/**
 * Takes an Applet down, or puts it back. Down, it is in no list, nobody can turn it on, and it runs for nobody: what
 * waits, retries or is held is canceled within about a minute. Its author is mailed the reason, and its reports are
 * closed. Back, it goes on for all who had it on, unless its author is hidden. Doing it twice changes nothing. Throws
 * as `requireProvenOperator`, and `not_found` for an unknown Applet.
 */
export async function takeDownApplet(ctx: Ctx, ref: AppletKey, input: TakeDownInput): Promise<{ id: number }> {
  const user = await requireProvenOperator(ctx)
  const { db } = ctx
  const [row] = await db
    .select({ id: applets.id, name: applets.name, author_id: applets.author_id, taken_down: applets.taken_down })
    .from(applets)
    .where(eq(applets.id, selectAppletId(ref)))
  if (!row) throw new AppError('not_found')
  const { id, name, author_id, taken_down: before } = row
  const isIt = eq(applets.id, id)
  const { mark, marked } = guardedChange(
    ctx,
    user,
    {
      action: input.taken_down ? 'take_down_applet' : 'put_back_applet',
      subject: String(id),
      before: { taken_down: before },
      after: input.taken_down ? { taken_down: 'applet', reason: input.reason } : { taken_down: null },
    },
    applets,
    and(isIt, input.taken_down ? sql`${applets.taken_down} is not 'applet'` : eq(applets.taken_down, 'applet')),
  )
  const writes = input.taken_down
    ? [
        db.update(applets).set({ taken_down: 'applet', updated_at: ctx.now() }).where(and(isIt, marked)),
        noteTakedownMail(ctx, { user_id: author_id, applet_name: name, reason: input.reason }, marked),
        closeReports(ctx, eq(applet_reports.applet_id, id), marked),
      ]
    : [
        db
          .update(applets)
          .set({ taken_down: sql`iif(${authorIsHidden()}, 'author', null)`, updated_at: ctx.now() })
          .where(and(isIt, marked)),
      ]
  await db.batch([mark, ...writes])
  log('info', input.taken_down ? 'take_down_applet' : 'put_back_applet', { applet_id: id, user_id: user.id })
  await Promise.all([announceChange(ctx, id), startTask(ctx, 'moderation')])
  return { id }
}

function authorIsHidden(): SQL {
  return sql`exists (select 1 from ${hidden_authors} h where h.user_id = ${applets.author_id})`
}
