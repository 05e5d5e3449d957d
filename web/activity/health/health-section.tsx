import { useId } from 'react'
import type { AppletRuns as AppletRunsData } from '../../../worker/contract/runs/run-answers.ts'
import { runApi } from '../../api/run-calls.ts'
import type { Clock } from '../../ui/dates/dates.ts'
import { usePolled } from '../../ui/state/use-polled.ts'
import { ActivitySummary } from '../activity-summary.tsx'
import { RunChart } from '../chart/run-chart.tsx'
import { HealthNotices } from './health-notices.tsx'
import { HealthTimes } from './health-times.tsx'
import { RunSettingsForm } from './run-settings-form.tsx'

type Props = {
  appletId: number
  /** Null when it could not be read. */
  runs: AppletRunsData | null
  /** Only an enabled Applet is checked, and can be changed. */
  enabled: boolean
  connection: 'none' | 'working' | 'broken'
  /** What D1 knows of it, shown while runs cannot be read. */
  known: { run_count: number; last_run: number | null; last_change: number | null }
  activityHref: string
  clock: Clock
}

/** How the user's Applet is doing: runs, health, the last 30 days, and their settings of its runs (§D15). */
export function AppletRuns({ appletId, runs: first, enabled, connection, known, activityHref, clock }: Props) {
  const read = enabled && first ? () => runApi.appletRuns(appletId) : null
  const { value: runs, set, hurry } = usePolled<AppletRunsData | null>(first, read, false)
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
            <HealthNotices appletId={appletId} runs={runs} clock={clock} onChanged={refresh} />
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
      {enabled && runs ? <RunSettingsForm appletId={appletId} settings={runs.settings} onSaved={refresh} /> : null}
    </>
  )
}
