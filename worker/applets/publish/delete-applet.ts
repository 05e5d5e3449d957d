import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { AppError } from '../../errors/app-error.ts'
import type { AppletRef } from '../read/applet-queries.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { hasEnablement, isAuthor, notArchived, ownEnablement } from '../enable/write-conditions.ts'
import { bumpContentVersion } from './content-version.ts'
import { decrementEnabledCount, disableWrites } from '../enable/disable-applet.ts'
import { loadForUser, requireViewer, type LoadedForUser } from '../read/load-applet.ts'
import { requireAction } from '../enable/require-allowed-action.ts'
import { applets, enablements } from '../../db/schema/applets.ts'

/**
 * DELETE (§D3.7): archives for the author, who then has it no longer running either; else removes the user's
 * own. Throws `not_found` where there is nothing of the user's to delete.
 */
export async function deleteApplet(ctx: Ctx, ref: AppletRef): Promise<AppletOfUser> {
  const world = await loadForUser(ctx, ref)
  requireAction(world, 'delete')
  if (world.viewer.status === 'archived') return requireViewer(world)
  if (world.viewer.is_author) return archive(ctx, world)
  return remove(ctx, world)
}

async function archive(ctx: Ctx, world: LoadedForUser): Promise<AppletOfUser> {
  const { actor, row } = world
  const { done, world: after } = await changeApplet(ctx, world, {
    kind: 'archived',
    when: and(isAuthor(actor.id), notArchived()),
    writes: (when) => [
      decrementEnabledCount(ctx, world, when),
      disableWrites(ctx, world, when),
      ctx.db
        .update(applets)
        .set({ archived_at: ctx.now(), updated_at: ctx.now() })
        .where(and(eq(applets.id, row.id), when)),
    ],
  })
  if (done) await bumpContentVersion(ctx)
  return requireViewer(after)
}

async function remove(ctx: Ctx, world: LoadedForUser): Promise<AppletOfUser> {
  const { actor, row } = world
  const { done, world: after } = await changeApplet(ctx, world, {
    kind: 'deleted',
    when: hasEnablement(actor.id, row.id),
    writes: (when) => [
      decrementEnabledCount(ctx, world, when),
      ctx.db.delete(enablements).where(and(ownEnablement(actor.id, row.id), when)),
    ],
  })
  if (!done) throw new AppError('not_found')
  return requireViewer(after)
}
