import type { AppletKey } from '../../contract/addresses.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { Ctx } from '../../system/context/context.ts'
import { readOwnApplet } from '../../db/runners/runners-of-sessions.ts'
import { AppError } from '../../system/errors/app-error.ts'

/** The session's user, their enablement and their Runner, in one round trip. */
export async function findOwnApplet(ctx: Ctx, ref: AppletKey) {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const { actor, own } = await readOwnApplet(ctx, ref, { sessionHash, now: ctx.realNow() })
  if (actor.length === 0) throw new AppError('not_signed_in')
  const [row] = own
  if (!row) throw new AppError('not_found')
  return { row, runner: row.runner_id ? ctx.runners.get(row.runner_id) : null }
}

/** An Applet that its user has turned on; without a Runner until it is first told. Throws `not_signed_in`, `not_found`, `conflict` while it is off. */
export async function requireEnabled(ctx: Ctx, ref: AppletKey) {
  const { row, runner } = await findOwnApplet(ctx, ref)
  if (row.status !== 'enabled') throw new AppError('conflict', { message: SENTENCES.applet_off('Applet') })
  return { user_id: row.user_id, applet_id: row.applet_id, runner }
}
