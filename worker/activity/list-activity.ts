import { actorQuery, sessionUser } from '../session/actor.ts'
import { selectAppletId, type AppletKey } from '../applets/read/applet-queries.ts'
import { isVisible } from '../applets/read/applet-status.ts'
import type { Ctx } from '../context/context.ts'
import type { ActivityInput, AppletActivityInput } from '../contract/activity/activity-input.ts'
import type { ActivityPage, AppletActivity, MyActivity } from '../contract/activity/activity-entry.ts'
import { AppError } from '../errors/app-error.ts'
import { activityQuery, appletQuery, choicesQuery, toEntry, type ActivityRow } from './activity-queries.ts'
import { categoriesFor, cursorOf, pageOf } from '../activity-log/activity-categories.ts'

/** All of the user's entries, newest first, in one round trip. Throws `not_signed_in`. */
export async function listActivity(ctx: Ctx, input: ActivityInput): Promise<MyActivity> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const user = sessionUser(db, sessionHash)
  const applet = input.applet === undefined ? null : Number(input.applet)
  const before = cursorOf(input.before)
  const [actor, applets, ...lists] = await db.batch([
    actorQuery(db, sessionHash, ctx.now()),
    choicesQuery(db, user, applet),
    ...categoriesFor(input.kind).map((category) => activityQuery(db, { user, category, applet, before })),
  ])
  if (actor.length === 0) throw new AppError('not_signed_in')
  return { ...toPage(lists), applets }
}

/**
 * The user's entries of one Applet, in one round trip. Throws `not_signed_in`, or `not_found` if they may not see it.
 */
export async function listAppletActivity(
  ctx: Ctx,
  ref: AppletKey,
  input: AppletActivityInput,
): Promise<AppletActivity> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const user = sessionUser(db, sessionHash)
  const before = cursorOf(input.before)
  const [actor, [row], ...lists] = await db.batch([
    actorQuery(db, sessionHash, ctx.now()),
    appletQuery(db, user, selectAppletId(ref)),
    ...categoriesFor(input.kind).map((category) =>
      activityQuery(db, { user, category, applet: selectAppletId(ref), before }),
    ),
  ])
  if (actor.length === 0) throw new AppError('not_signed_in')
  if (!row) throw new AppError('not_found')
  const { id, name, friendly_id, config_type, published_at, archived_at, is_author, enablement } = row
  const facts = { published: published_at !== null, archived: archived_at !== null, is_author, enablement }
  if (!isVisible(facts)) throw new AppError('not_found')
  return { ...toPage(lists), applet: { id, name, friendly_id, config_type } }
}

function toPage(lists: ActivityRow[][]): ActivityPage {
  const { entries, next } = pageOf(lists)
  return { entries: entries.map(toEntry), next }
}
