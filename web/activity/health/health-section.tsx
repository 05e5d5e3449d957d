import { useId, useState, type ComponentProps } from 'react'
import type { AppletRuns as AppletRunsData } from '../../../worker/contract/runs/run-answers.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import type { Clock } from '../../ui/dates/dates.ts'
import { usePolled } from '../../ui/state/use-polled.ts'
import { ActivitySummary } from '../activity-summary.tsx'
import { lazyPart } from '../../site/lazy-part.tsx'
import { RunChart } from '../chart/run-chart.tsx'
import { HealthTimes } from './health-times.tsx'
import { RunSettings } from './run-settings.tsx'

// Lazy: most Applets have nothing to note.
const HealthNotices = lazyPart('activity/health/health-notices.tsx', () =>
  import('./health-notices.tsx').then((module) => module.HealthNotices),
)

type Props = {
  appletId: number
  /** Null when it could not be read. */
  runs: AppletRunsData | null
  /** Only an enabled Applet is checked, and can be changed. */
  enabled: boolean
  connection: 'none' | 'working' | 'broken'
  /** The numbers that D1 has of it, shown while runs cannot be read. */
  known: { run_count: number; last_run: number | null; last_change: number | null }
  activityHref: string
  clock: Clock
  /** How often it was started on this page, whose runs are about to come. */
  presses: number
}

/** How the user's Applet is doing: runs, health, the last 30 days, and their settings of its runs. */
export function AppletRuns({ appletId, runs: first, enabled, connection, known, activityHref, clock, presses }: Props) {
  const read = enabled && first ? () => runApi.appletRuns(appletId) : null
  // The first run is waited for.
  const isNew = first?.health?.run_count === 0
  const { value: runs, set, hurry } = usePolled<AppletRunsData | null>(first, read, isNew ? presses + 1 : presses)
  const chartTitle = useId()
  const health = runs?.health ?? null
  async function refresh() {
    hurry()
    set(await runApi.appletRuns(appletId))
  }
  return (
    <>
      <ActivitySummary
        runs={health?.run_count ?? known.run_count}
        lastRun={health ? health.last_run : known.last_run}
        lastChange={known.last_change}
        href={activityHref}
        clock={clock}
      >
        {enabled && runs ? (
          <>
            <Notices appletId={appletId} runs={runs} clock={clock} onChanged={refresh} />
            {health ? (
              <HealthTimes
                appletId={appletId}
                health={health}
                connection={connection}
                clock={clock}
                onChecked={refresh}
              />
            ) : null}
          </>
        ) : null}
      </ActivitySummary>
      {runs ? <RunChart days={runs.days} title="Last 30 days" titleId={chartTitle} /> : null}
      {enabled && runs ? (
        <RunSettings appletId={appletId} settings={runs.settings} timeZone={clock.timeZone} onSaved={refresh} />
      ) : null}
    </>
  )
}

/** Stays once it was needed, so that an answer to a press is seen. */
function Notices(props: ComponentProps<typeof HealthNotices>) {
  const needed = hasNotice(props)
  const [shown, show] = useState(needed)
  if (needed && !shown) show(true)
  return shown ? <HealthNotices {...props} /> : null
}

function hasNotice({
  runs: { health, paused_until, stopped_services },
  clock,
}: ComponentProps<typeof HealthNotices>): boolean {
  if (health === null || (paused_until !== null && paused_until > clock.now)) return true
  if (stopped_services.length > 0) return true
  return health.paused !== null || health.held_runs > 0 || health.note !== null || health.missed > 0
}
