import type { AppletTrouble } from '../../contract/applets/applet-trouble.ts'
import type { Ctx } from '../../system/context/context.ts'
import { fromRunnerOrNull } from '../../system/runner-api/from-runner.ts'

/** A page has more to show than counts, so it waits less for them, in ms. */
const PATIENCE = 1000

type Counted = { run_count: number; last_run: number | null; trouble: AppletTrouble | null }

/**
 * Reads the counts of a user's Applets, and what is wrong with them, from their Runner, which alone knows both at once. Null where D1's copies,
 * which follow within 15 minutes, have to serve: no Runner yet, or it is away.
 */
export async function readRunCounts(
  { runners: all }: Pick<Ctx, 'runners'>,
  runner_id: string | null,
): Promise<{ of(applet_id: number): Counted; troubled: number[] } | null> {
  if (runner_id === null) return null
  const counts = await fromRunnerOrNull(() => all.get(runner_id).counts(), PATIENCE)
  if (counts === null) return null
  const known = new Map(counts.map((each) => [each.applet_id, each]))
  return {
    of: (applet_id) => {
      const { run_count = 0, last_run = null, trouble = null } = known.get(applet_id) ?? {}
      return { run_count, last_run, trouble }
    },
    troubled: counts.filter(({ trouble }) => trouble).map(({ applet_id }) => applet_id),
  }
}
