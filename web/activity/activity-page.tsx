import type { MyActivity } from '../../worker/contract/activity/activity-entry.ts'
import { runApi } from '../browser/api/run-calls.ts'
import type { PageProps } from '../site/session/session.ts'
import { usePolled } from '../ui/state/use-polled.ts'
import { filterQuery, type Filter } from './list/activity-filter.ts'
import { ActivityLog } from './list/activity-log.tsx'
import { PauseEverything } from './list/pause-everything.tsx'
import { ReplayAll } from './list/replay-all.tsx'
import { showsFailures } from './list/shows-failures.ts'
import './activity-page.css'

export type ActivityData = MyActivity & { filter: Filter; timeZone: string; now: number }

/** /activity: all of the user's runs and changes. */
export function Page({ data, address: { path } }: PageProps<ActivityData>) {
  const { applets, filter, paused_until, timeZone, now, ...first } = data
  // An older page stays as it is.
  const read = filter.before ? null : () => runApi.activity(filterQuery(filter))
  const { value, hurry } = usePolled(first, read, true)
  const { entries, next, runs_unavailable } = value
  return (
    <div className="activity-page column">
      <header>
        <h1>Activity</h1>
        <PauseEverything pausedUntil={paused_until} timeZone={timeZone} now={now} />
      </header>
      <ActivityLog
        entries={entries}
        next={next}
        runs_unavailable={runs_unavailable}
        path={path}
        filter={filter}
        timeZone={timeZone}
        applets={applets}
        withApplet
      >
        {showsFailures(filter, entries) ? <ReplayAll filter={filter} appletId={null} onReplayed={hurry} /> : null}
      </ActivityLog>
    </div>
  )
}
