import { appletPath } from '../../worker/contract/addresses.ts'
import type { AppletActivity } from '../../worker/contract/activity/activity-entry.ts'
import { runApi } from '../browser/api/run-calls.ts'
import type { PageProps } from '../site/session/session.ts'
import { usePolled } from '../ui/state/use-polled.ts'
import { filterQuery, type Filter } from './list/activity-filter.ts'
import { ActivityLog } from './list/activity-log.tsx'
import { ReplayAll } from './list/replay-all.tsx'
import { showsFailures } from './list/shows-failures.ts'
import './activity-page.css'

export type AppletActivityData = AppletActivity & { filter: Filter; timeZone: string }

/** /applets/{id}/activity and /connections/{id}/activity. */
export function Page({ data, address: { path } }: PageProps<AppletActivityData>) {
  const { applet, filter, timeZone, ...first } = data
  const read = filter.before ? null : () => runApi.appletActivity(applet.id, filterQuery(filter))
  const { value, hurry } = usePolled(first, read, true)
  const { entries, next, runs_unavailable } = value
  return (
    <div className="activity-page column">
      <header>
        <h1>Activity</h1>
        <p className="of">
          <a href={appletPath(applet)}>{applet.name}</a>
        </p>
      </header>
      <ActivityLog
        entries={entries}
        next={next}
        runs_unavailable={runs_unavailable}
        path={path}
        filter={filter}
        timeZone={timeZone}
        applets={[]}
        withApplet={false}
      >
        {showsFailures(filter, entries) ? <ReplayAll filter={filter} appletId={applet.id} onReplayed={hurry} /> : null}
      </ActivityLog>
      <p>
        <a href="/activity">All my activity</a>
      </p>
    </div>
  )
}
