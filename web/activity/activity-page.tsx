import { appletPath, type AppletAddress } from '../../worker/contract/addresses.ts'
import type { ActivityPage, MyActivity } from '../../worker/contract/activity/activity-entry.ts'
import { runApi } from '../browser/api/run-calls.ts'
import type { PageProps } from '../site/session/session.ts'
import { usePolled } from '../ui/state/use-polled.ts'
import { filterQuery, type Filter } from './list/activity-filter.ts'
import { ActivityLog } from './list/activity-log.tsx'
import { PauseEverything } from './list/pause-everything.tsx'
import { ReplayAll } from './list/replay-all.tsx'
import { showsFailures } from './list/shows-failures.ts'
import './activity-page.css'
import '../ui/trail.css'

type Everything = Pick<MyActivity, 'applets' | 'paused_until'> & { kind: 'everything'; now: number }
export type ActivityScope = Everything | { kind: 'applet'; applet: AppletAddress }
export type ActivityData = ActivityPage & { scope: ActivityScope; filter: Filter; timeZone: string }

/** /activity, /applets/{id}/activity and /connections/{id}/activity: the user's runs and changes, or those of one Applet. */
export function Page({ data, address: { path } }: PageProps<ActivityData>) {
  const { scope, filter, timeZone, ...first } = data
  const everything = scope.kind === 'everything' ? scope : null
  const applet = scope.kind === 'applet' ? scope.applet : null
  // An older page stays as it is.
  const read = filter.before ? null : () => runApi.activity(applet?.id ?? null, filterQuery(filter))
  const { value, hurry } = usePolled(first, read, true)
  const { entries, next, runs_unavailable } = value
  return (
    <div className="activity-page column">
      {applet ? (
        <p className="trail">
          <a href="/activity">All my activity</a>
          <span>
            <a href={appletPath(applet)}>{applet.name}</a>
          </span>
        </p>
      ) : null}
      <header>
        <h1>Activity</h1>
        {everything ? (
          <PauseEverything pausedUntil={everything.paused_until} timeZone={timeZone} now={everything.now} />
        ) : null}
      </header>
      <ActivityLog
        entries={entries}
        next={next}
        runs_unavailable={runs_unavailable}
        path={path}
        filter={filter}
        timeZone={timeZone}
        applets={everything?.applets ?? null}
      >
        {showsFailures(filter, entries) ? (
          <ReplayAll filter={filter} appletId={applet?.id ?? null} onReplayed={hurry} />
        ) : null}
      </ActivityLog>
    </div>
  )
}
