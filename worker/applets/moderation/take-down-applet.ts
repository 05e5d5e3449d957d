import { announceChange } from '../publish/announce-change.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { TakeDownInput } from '../../contract/moderation/moderation-input.ts'
import { changeTakenDown, readTakenDown } from '../../db/moderation/takedowns.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { startTask } from '../../system/start-task.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'

/**
 * Takes an Applet down, or puts it back. Down, it is in no list, nobody can turn it on, and it runs for nobody: what
 * waits, retries or is held is canceled within about a minute. Its author is mailed the reason, and its reports are
 * closed. Back, it goes on for all who had it on, and its author is mailed so, unless its author is hidden. Doing it twice changes nothing. Throws
 * as `requireProvenOperator`, and `not_found` for an unknown Applet.
 */
export async function takeDownApplet(ctx: Ctx, ref: AppletKey, input: TakeDownInput): Promise<{ id: number }> {
  const user = await requireProvenOperator(ctx)
  const row = await readTakenDown(ctx, ref)
  if (!row) throw new AppError('not_found')
  const { id } = row
  await changeTakenDown(ctx, user, row, input)
  log('info', input.taken_down ? 'take_down_applet' : 'put_back_applet', { applet_id: id, user_id: user.id })
  await Promise.all([announceChange(ctx, id), startTask(ctx, 'moderation')])
  return { id }
}
