import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { AppError } from '../../errors/app-error.ts'
import type { AppletRef } from '../read/applet-queries.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { isAuthor } from '../enable/write-conditions.ts'
import { bumpContentVersion } from './content-version.ts'
import { loadForUser, requireViewer } from '../read/load-applet.ts'
import { requireAction, requireAuthor } from '../enable/require-allowed-action.ts'
import { applets } from '../../db/schema/applets.ts'

/** Takes an Applet back out of the archive. Throws `not_found` for others than its author, `conflict` where it is not there. */
export async function restoreApplet(ctx: Ctx, ref: AppletRef): Promise<AppletOfUser> {
  const world = await loadForUser(ctx, ref)
  requireAuthor(world)
  requireAction(world, 'restore')
  const { done, world: after } = await changeApplet(ctx, world, {
    kind: 'restored',
    when: and(isAuthor(world.actor.id), isNotNull(applets.archived_at)),
    writes: (when) => [
      ctx.db
        .update(applets)
        .set({ archived_at: null, updated_at: ctx.now() })
        .where(and(eq(applets.id, world.row.id), when)),
    ],
  })
  if (!done) throw new AppError('conflict')
  await bumpContentVersion(ctx)
  return requireViewer(after)
}
