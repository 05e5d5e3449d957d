import type { Ctx } from '../../system/context/context.ts'
import { logFailure, syncRunner } from './sync-runner.ts'

/** How long a person waits for their Runner before the answer says "It stops within a minute". */
const PATIENCE = 5000

/**
 * After D1 says that these Applets are off: has the user's Runner begin nothing more of them, and cancels what waits,
 * retries or is held. Returns false if the Runner did not answer in time; the work goes on after the response, and the
 * minute's job makes up for a failure.
 */
export async function stopRuns(ctx: Ctx, user_id: string, applet_ids: readonly number[]): Promise<boolean> {
  const stopped = stop(ctx, user_id, applet_ids).catch((error: unknown) => {
    logFailure(error)
    return false
  })
  ctx.defer(stopped)
  return Promise.race([stopped, afterPatience()])
}

async function stop(ctx: Ctx, user_id: string, applet_ids: readonly number[]): Promise<boolean> {
  const runner = await syncRunner(ctx, user_id)
  if (runner) await Promise.all(applet_ids.map((id) => runner.cancelApplet(id)))
  return true
}

function afterPatience(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE, false))
}
