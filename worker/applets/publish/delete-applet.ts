import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { AppError } from '../../errors/app-error.ts'
import type { AppletRef } from '../read/applet-queries.ts'
import { changeApplet } from '../enable/change-applet.ts'
import { has, isAuthor, notArchived, own } from '../enable/write-conditions.ts'
import { bumpContentVersion } from './content-version.ts'
import { countDown, switchOff } from '../enable/disable-applet.ts'
import { loadForUser, ofUser, type UserWorld } from '../read/load-applet.ts'
import { requireAction } from '../enable/require-allowed-action.ts'
import { applets, enablements } from '../../db/schema/applets.ts'

/**
 * DELETE (design §3.7): archives for the author, who then has it no longer running either; else removes the user's
 * own. Throws `not_found` where there is nothing of the user's to delete.
 */
export async function deleteApplet(ctx: Ctx, ref: AppletRef): Promise<AppletOfUser> {
  const world = await loadForUser(ctx, ref)
  requireAction(world, 'delete')
  if (world.viewer.status === 'archived') return ofUser(world)
  if (world.viewer.is_author) return archive(ctx, world)
  return remove(ctx, world)
}

async function archive(ctx: Ctx, world: UserWorld): Promise<AppletOfUser> {
  const { actor, row } = world
  const { done, world: after } = await changeApplet(ctx, world, {
    kind: 'archived',
    when: and(isAuthor(actor.id), notArchived()),
    writes: (when) => [
      countDown(ctx, world, when),
      switchOff(ctx, world, when),
      ctx.db
        .update(applets)
        .set({ archived_at: ctx.now(), updated_at: ctx.now() })
        .where(and(eq(applets.id, row.id), when)),
    ],
  })
  if (done) await bumpContentVersion(ctx)
  return ofUser(after)
}

async function remove(ctx: Ctx, world: UserWorld): Promise<AppletOfUser> {
  const { actor, row } = world
  const { done, world: after } = await changeApplet(ctx, world, {
    kind: 'deleted',
    when: has(actor.id, row.id),
    writes: (when) => [countDown(ctx, world, when), ctx.db.delete(enablements).where(and(own(actor.id, row.id), when))],
  })
  if (!done) throw new AppError('not_found')
  return ofUser(after)
}
