import type { AppletKey } from '../../contract/addresses.ts'
import { changeAppletRows, type AppletChange } from '../../db/applets/change-applet-rows.ts'
import { deferTell, type WrittenChange } from '../../engine/runner-sync/sync-runner.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { requireSeen, toLoaded, type LoadedForUser } from '../read/load-applet.ts'

type Options = {
  /** How often it is decided again when something else was written in between. */
  tries?: number
  /** The caller waits for the user's Runner itself; otherwise it hears of the change after the response. */
  awaited?: boolean
}
type Changed = {
  /** False if the rule decided for nothing, or the change could not be written. */
  done: boolean
  /** The Applet and the user's part as they are now. */
  loaded: LoadedForUser
  /** What was written, for the user's Runner; null if nothing was. */
  written: WrittenChange | null
}

/**
 * Makes one change to one user's Applet. `decide` sees the Applet as it was read, and throws where a rule forbids the
 * change; null changes nothing. The user's Runner hears of it. Throws `not_signed_in`, `not_found`, `taken_down` (410).
 */
export async function changeApplet(
  ctx: Ctx,
  ref: AppletKey,
  decide: (loaded: LoadedForUser) => Promise<AppletChange | null> | AppletChange | null,
  { tries = 3, awaited = false }: Options = {},
): Promise<Changed> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const { change, rows, step } = await changeAppletRows(
    { ...ctx, sessionHash },
    ref,
    async (read) => decide(requireSeen(ctx, read)),
    tries,
  )
  const loaded = toLoaded(ctx, rows)
  if (!change) return { done: false, loaded, written: null }
  const { actor, row } = loaded
  recordMetric(ctx, 'applet_changed', { change: change.events[0], tier: actor.tier })
  const written = { user_id: actor.id, applet_id: row.id, rows, step }
  if (!awaited) deferTell(ctx, written)
  return { done: true, loaded, written }
}
