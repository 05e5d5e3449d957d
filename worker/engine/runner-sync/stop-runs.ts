import type { Ctx } from '../../system/context/context.ts'
import { logFailure, syncRunner, tellChange, type WrittenChange } from './sync-runner.ts'

/** How long a person waits for their Runner before the answer says "It stops within a minute". */
const PATIENCE = 5000

/**
 * After D1 says that these Applets are off: has the user's Runner begin nothing more of them, and cancels what waits,
 * retries or is held. Returns false if the Runner did not answer in time; the work goes on after the response, and the
 * minute's job makes up for a failure.
 */
export function stopRuns(ctx: Ctx, user_id: string, applet_ids: readonly number[]): Promise<boolean> {
  return inTime(ctx, stop(ctx, user_id, applet_ids))
}

/** The same after a press that turned one Applet off. */
export function stopApplet(ctx: Ctx, written: WrittenChange): Promise<boolean> {
  return inTime(ctx, stopOne(ctx, written))
}

async function stop(ctx: Ctx, user_id: string, applet_ids: readonly number[]): Promise<void> {
  const runner = await syncRunner(ctx, user_id)
  if (runner) await Promise.all(applet_ids.map((id) => runner.cancelApplet(id)))
}

async function stopOne(ctx: Ctx, written: WrittenChange): Promise<void> {
  const { user_id, applet_id } = written
  if (!(await tellChange(ctx, written))) await stop(ctx, user_id, [applet_id])
}

function inTime(ctx: Ctx, work: Promise<void>): Promise<boolean> {
  const stopped = work.then(
    () => true,
    (error: unknown) => {
      logFailure(error)
      return false
    },
  )
  ctx.defer(stopped)
  return Promise.race([stopped, afterPatience()])
}

function afterPatience(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE, false))
}
