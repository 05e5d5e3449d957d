import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { AppError } from '../../errors/app-error.ts'
import type { AppletRef } from '../read/applet-queries.ts'
import { changeApplet } from './change-applet.ts'
import { has, own } from './write-conditions.ts'
import { loadForUser, ofUser, type UserWorld } from '../read/load-applet.ts'
import { requireAction } from './require-allowed-action.ts'
import { applets, enablements } from '../../db/schema/applets.ts'

/** §4.9 disable. What is disabled already stays so without an error. Throws `conflict` where it was never enabled. */
export async function disableApplet(ctx: Ctx, ref: AppletRef): Promise<AppletOfUser> {
  const world = await loadForUser(ctx, ref)
  requireAction(world, 'disable')
  if (world.viewer.status === 'disabled_for_user') return ofUser(world)
  const { done, world: after } = await changeApplet(ctx, world, {
    kind: 'disabled',
    when: has(world.actor.id, world.row.id, 'enabled'),
    writes: (when) => [countDown(ctx, world, when), switchOff(ctx, world, when)],
  })
  if (!done && after.viewer.status !== 'disabled_for_user') throw new AppError('conflict')
  return ofUser(after)
}

export function switchOff(ctx: Ctx, { actor, row }: UserWorld, when: SQL) {
  return ctx.db
    .update(enablements)
    .set({ status: 'disabled', updated_at: ctx.now() })
    .where(and(own(actor.id, row.id), eq(enablements.status, 'enabled'), when))
}

/** One user fewer, where the user has it enabled; so it stands before what ends that. */
export function countDown(ctx: Ctx, { actor, row }: UserWorld, when: SQL) {
  return ctx.db
    .update(applets)
    .set({ enabled_count: sql`${applets.enabled_count} - 1` })
    .where(and(eq(applets.id, row.id), has(actor.id, row.id, 'enabled'), when))
}
