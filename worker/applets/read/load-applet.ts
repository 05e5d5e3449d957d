import type { ClockCtx, Ctx } from '../../system/context/context.ts'
import type { AppletForViewer, AppletOfUser } from '../../contract/applets/applet.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { readAppletRows, readRowsForUser, type RowsForUser } from '../../db/applets/applet-rows.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import { isVisible } from '../../contract/applets/applet-visibility.ts'
import { toLoadedApplet, type LoadedApplet } from './applet-view.ts'
import { keepsVersion } from './applet-status.ts'
import { readRunCounts } from './run-counts.ts'
import { showToViewer, toViewerState, type ViewerState } from './viewer-view.ts'

/** An Applet with the signed-in user's part. */
export type LoadedForUser = LoadedApplet & ViewerState

/**
 * Loads an Applet in one round trip. Throws `not_found` if it is unknown or hidden from this viewer, `taken_down`
 * (410).
 */
export async function loadApplet(
  ctx: Ctx,
  ref: AppletKey,
): Promise<LoadedApplet & { viewerState: ViewerState | null }> {
  const { loaded, viewerState } = ctx.sessionHash
    ? fromRows(ctx, await readRowsForUser(ctx.db, ref, { sessionHash: ctx.sessionHash, now: ctx.realNow() }))
    : await loadPublic(ctx, ref)
  if (!loaded || !maySee(loaded, viewerState)) throw appletGone(loaded)
  return { ...loaded, viewerState }
}

/** Like `loadApplet`, but requires a user. Throws `not_signed_in` first. */
export async function loadForUser(ctx: Ctx, ref: AppletKey): Promise<LoadedForUser> {
  return (await readSeen(ctx, ref)).loaded
}

/** The same, with the rows of which it is made. */
export async function readSeen(ctx: Ctx, ref: AppletKey): Promise<{ rows: RowsForUser; loaded: LoadedForUser }> {
  if (!ctx.sessionHash) throw new AppError('not_signed_in')
  const rows = await readRowsForUser(ctx.db, ref, { sessionHash: ctx.sessionHash, now: ctx.realNow() })
  return { rows, loaded: requireSeen(ctx, rows) }
}

/** An Applet that was read, for a user who may see it. Throws as `loadForUser` does. */
export function requireSeen(ctx: ClockCtx, read: RowsForUser): LoadedForUser {
  const { loaded, viewerState } = fromRows(ctx, read)
  if (read.actor.length === 0) throw new AppError('not_signed_in')
  if (!loaded || !viewerState || !maySee(loaded, viewerState)) throw appletGone(loaded)
  return { ...loaded, ...viewerState }
}

/** An Applet that was read, also where this viewer may no longer see it. */
export function toLoaded(ctx: ClockCtx, read: RowsForUser): LoadedForUser {
  const { loaded, viewerState } = fromRows(ctx, read)
  if (!loaded || !viewerState) throw new AppError('not_signed_in')
  return { ...loaded, ...viewerState }
}

/** An Applet that was once public says that it was taken down; nobody learns anything of a draft. */
function appletGone(loaded: LoadedApplet | null): AppError {
  if (loaded?.applet.taken_down && loaded.applet.published) return new AppError('taken_down')
  return new AppError('not_found', { message: SENTENCES.applet_gone })
}

async function loadPublic(ctx: Ctx, ref: AppletKey) {
  return { loaded: toLoadedApplet(await readAppletRows(ctx.db, ref)), viewerState: null }
}

/** An Applet as its viewer may see it, and their part of it, which is null once their session has ended. */
function fromRows(ctx: ClockCtx, read: RowsForUser) {
  const loaded = toLoadedApplet(seenRows(read))
  return { loaded, viewerState: loaded && toViewerState(ctx, loaded, read) }
}

/**
 * Of an Applet that its author took back, everyone else sees the name and texts that it had then; who has just removed it
 * sees nothing more of it. The author's later changes are private.
 */
function seenRows(read: RowsForUser): RowsForUser {
  const [row] = read.applet
  const [actor] = read.actor
  if (!row || !actor || !keepsVersion(row, actor.user.id)) return read
  const { doc } = row
  const kept = read.enablement.length > 0 ? doc : { ...doc, steps: [] }
  return { ...read, applet: [{ ...row, ...row.public_face, doc: kept }] }
}

function maySee({ row }: LoadedApplet, viewerState: ViewerState | null): boolean {
  return isVisible({
    published: row.published_at !== null,
    archived: row.archived_at !== null || row.taken_down !== null,
    is_author: viewerState?.viewer.is_author ?? false,
    enablement: viewerState?.enablement?.status ?? null,
  })
}

/** The Applet with its user's part, as answers have it. */
export async function answerOf(ctx: Ctx, loaded: LoadedForUser): Promise<AppletOfUser> {
  return { ...loaded.applet, ...(await viewerOf(ctx, loaded)) }
}

/** The version that the user has, where its author has saved another one since; null otherwise. */
export async function ownVersion(ctx: Ctx, { viewer, enablement, row }: LoadedForUser): Promise<LoadedApplet | null> {
  if (!enablement || !viewer.newer_version) return null
  const { id, friendly_id } = row
  return toLoadedApplet(await readAppletRows(ctx.db, { id, friendly_id }, enablement.version))
}

/** The user's part of an Applet, counted by their Runner. */
export async function viewerOf(ctx: Ctx, loaded: LoadedForUser): Promise<AppletForViewer> {
  const { viewer, enablement, runner_id } = loaded
  const own = { ...loaded, ...(await ownVersion(ctx, loaded)) }
  const [shown, counts] = await Promise.all([showToViewer(ctx, own), readRunCounts(ctx, enablement && runner_id)])
  return { ...viewer, ...shown, ...counts?.of(viewer.applet_id) }
}
