import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { AppError } from '../../errors/app-error.ts'
import type { AppletRef } from '../read/applet-queries.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { isAuthor, notArchived } from '../enable/write-conditions.ts'
import { bumpContentVersion } from './content-version.ts'
import { loadForUser, requireViewer } from '../read/load-applet.ts'
import { requireAction, requireAuthor } from '../enable/require-allowed-action.ts'
import { applets } from '../../db/schema/applets.ts'
import { isComplete } from '../read/viewer-view.ts'

/**
 * "Publish this Applet so anyone can use it" (§2.1). What is published stays so without an error. Throws `not_found`
 * for others than its author, `conflict` for an archived one, `invalid_input` where a trigger or an action is missing.
 */
export async function publishApplet(ctx: Ctx, ref: AppletRef): Promise<AppletOfUser> {
  const world = await loadForUser(ctx, ref)
  requireAuthor(world)
  requireAction(world, 'publish')
  if (world.applet.published) return requireViewer(world)
  if (!isComplete(world.applet)) {
    throw new AppError('invalid_input', {
      message: 'An Applet needs a trigger and an action before it can be published.',
    })
  }
  const { done, world: after } = await changeApplet(ctx, world, {
    kind: 'published',
    when: and(isAuthor(world.actor.id), notArchived(), isNull(applets.published_at)),
    writes: (when) => [
      ctx.db
        .update(applets)
        .set({ published_at: ctx.now(), updated_at: ctx.now() })
        .where(and(eq(applets.id, world.row.id), when)),
    ],
  })
  if (!done && !after.applet.published) throw new AppError('conflict')
  if (done) await bumpContentVersion(ctx)
  return requireViewer(after)
}
