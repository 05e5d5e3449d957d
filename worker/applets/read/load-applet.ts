import type { Ctx } from '../../context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { AppError } from '../../errors/app-error.ts'
import { publicQueries, type AppletRef } from './applet-queries.ts'
import { toLoadedApplet, type LoadedApplet } from './applet-view.ts'
import { isVisible } from './applet-status.ts'
import { viewerQueries } from './viewer-queries.ts'
import { toViewerState, type ViewerState } from './viewer-view.ts'

/** An Applet with the part of the signed-in user. */
export type LoadedForUser = LoadedApplet & ViewerState

/** In one round trip. Throws `not_found` where it is unknown or not for this viewer's eyes. */
export async function loadApplet(ctx: Ctx, ref: AppletRef): Promise<LoadedApplet & { mine: ViewerState | null }> {
  const { world, mine } = ctx.sessionHash ? await loadBoth(ctx, ref, ctx.sessionHash) : await loadPublic(ctx, ref)
  if (!world || !maySee(world, mine)) throw new AppError('not_found')
  return { ...world, mine }
}

/** As `loadApplet`, for a user. Throws `not_signed_in` first. */
export async function loadForUser(ctx: Ctx, ref: AppletRef): Promise<LoadedForUser> {
  if (!ctx.sessionHash) throw new AppError('not_signed_in')
  const { world, mine, signedIn } = await loadBoth(ctx, ref, ctx.sessionHash)
  if (!signedIn) throw new AppError('not_signed_in')
  if (!world || !mine || !maySee(world, mine)) throw new AppError('not_found')
  return { ...world, ...mine }
}

async function loadPublic(ctx: Ctx, ref: AppletRef) {
  return { world: toLoadedApplet([...(await ctx.db.batch(publicQueries(ctx.db, ref)))]), mine: null }
}

async function loadBoth(ctx: Ctx, ref: AppletRef, sessionHash: string) {
  const [p0, p1, p2, p3, p4, v0, v1, v2, v3, v4] = await ctx.db.batch([
    ...publicQueries(ctx.db, ref),
    ...viewerQueries(ctx.db, ref, sessionHash, ctx.now()),
  ])
  const world = toLoadedApplet([p0, p1, p2, p3, p4])
  const mine = world && (await toViewerState(ctx, world, [v0, v1, v2, v3, v4]))
  return { world, mine, signedIn: v0.length > 0 }
}

function maySee({ row }: LoadedApplet, mine: ViewerState | null): boolean {
  return isVisible({
    published: row.published_at !== null,
    archived: row.archived_at !== null,
    is_author: mine?.viewer.is_author ?? false,
    enablement: mine?.enablement?.status ?? null,
  })
}

export function requireViewer({ applet, viewer }: LoadedForUser): AppletOfUser {
  return { ...applet, ...viewer }
}
