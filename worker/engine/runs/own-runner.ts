import type { AppletKey } from '../../contract/addresses.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { Ctx } from '../../system/context/context.ts'
import { readOwnApplet, readRunnerOfSession, readRunnerWithNames } from '../../db/runners/runners-of-sessions.ts'
import { readRunnerId } from '../../db/runners.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import { toNames } from '../../db/applets/applet-names.ts'

/** The Runner of the row that a read of a user's Runner gives; null where nothing has run yet. */
export function runnerOf(ctx: Ctx, [row]: readonly { runner_id: string | null }[]): RunnerApi | null {
  return row?.runner_id ? ctx.runners.get(row.runner_id) : null
}

/** The user's Runner; null where nothing has run yet. */
export async function findRunnerOf(ctx: Ctx, user_id: string): Promise<RunnerApi | null> {
  const runner_id = await readRunnerId(ctx, user_id)
  return runner_id === null ? null : ctx.runners.get(runner_id)
}

/** What a read gives of the session's user, in one round trip. Throws `not_signed_in`. */
async function ofSession<Read extends { actor: readonly unknown[] }>(
  ctx: Ctx,
  read: (session: { sessionHash: string; now: number }) => Promise<Read>,
): Promise<Read & { sessionHash: string }> {
  const { sessionHash } = ctx
  const found = sessionHash ? await read({ sessionHash, now: ctx.realNow() }) : null
  if (!sessionHash || !found?.actor.length) throw new AppError('not_signed_in')
  return { ...found, sessionHash }
}

/** The Runner of the session's user. Throws `not_signed_in`. */
export async function requireOwnRunner(ctx: Ctx): Promise<RunnerApi | null> {
  return runnerOf(ctx, (await ofSession(ctx, (session) => readRunnerOfSession(ctx, session))).runner)
}

/** Like `requireOwnRunner`, with names of the user's Applets by id: of all of them for most users. */
export async function requireRunnerWithNames(ctx: Ctx) {
  const { runner, named, sessionHash } = await ofSession(ctx, (session) => readRunnerWithNames(ctx, session))
  return { runner: runnerOf(ctx, runner), names: toNames(named), sessionHash }
}

/** The session's user, their enablement and their Runner. Throws `not_signed_in`, `not_found`. */
export async function findOwnApplet(ctx: Ctx, ref: AppletKey) {
  const { own } = await ofSession(ctx, (session) => readOwnApplet(ctx, ref, session))
  const [row] = own
  if (!row) throw new AppError('not_found')
  return { row, runner: runnerOf(ctx, own) }
}

/** An Applet that its user has turned on; without a Runner until it is first told. Throws `not_signed_in`, `not_found`, `conflict` while it is off. */
export async function requireEnabled(ctx: Ctx, ref: AppletKey) {
  const { row, runner } = await findOwnApplet(ctx, ref)
  if (row.status !== 'enabled') throw new AppError('conflict', { message: SENTENCES.applet_off('Applet') })
  return { user_id: row.user_id, applet_id: row.applet_id, runner }
}
