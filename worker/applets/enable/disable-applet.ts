import type { Ctx } from '../../system/context/context.ts'
import type { StoppedApplet } from '../../contract/applets/applet.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import { stopApplet } from '../../engine/runner-sync/stop-runs.ts'
import { answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { changeApplet } from './change-applet.ts'
import { requireAllowedAction } from './require-allowed.ts'

/**
 * §4.9 disable: no further run begins, and what waits, retries or is held is canceled. Disabling twice is not an error.
 * Throws `conflict` if the Applet was never enabled.
 */
export async function disableApplet(ctx: Ctx, ref: AppletKey): Promise<StoppedApplet> {
  const { loaded, written } = await changeApplet(ctx, ref, turningOff, { awaited: true })
  const stopped = written === null || (await stopApplet(ctx, written))
  return { ...(await answerOf(ctx, loaded)), stopped }
}

function turningOff(loaded: LoadedForUser) {
  requireAllowedAction(loaded, 'disable')
  if (loaded.viewer.status === 'disabled_for_user') return null
  return { events: ['disabled'], only_if: ['is_on'], own: { kind: 'turn_off' } } as const
}
