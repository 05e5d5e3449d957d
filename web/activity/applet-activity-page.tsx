import { appletPath } from '../../worker/contract/addresses.ts'
import type { AppletActivity } from '../../worker/contract/activity/activity-entry.ts'
import type { PageProps } from '../site/session.ts'
import { ActivityLog } from './activity-log.tsx'
import type { Filter } from './activity-filter.ts'

export type AppletActivityData = AppletActivity & { filter: Filter; timeZone: string }

/** /applets/{id}/activity and /connections/{id}/activity (§D3.1). */
export function Page({ data: { applet, ...log }, address: { path } }: PageProps<AppletActivityData>) {
  return (
    <div className="activity-page column">
      <header>
        <h1>Activity</h1>
        <p className="of">
          <a href={appletPath(applet)}>{applet.name}</a>
        </p>
      </header>
      <ActivityLog {...log} path={path} withApplet={false} />
      <p>
        <a href="/activity">All my activity</a>
      </p>
    </div>
  )
}
