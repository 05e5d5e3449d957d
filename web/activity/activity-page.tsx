import type { MyActivity } from '../../worker/contract/activity/activity-entry.ts'
import type { PageProps } from '../site/session.ts'
import { Button } from '../ui/button/button.tsx'
import { ActivityLog } from './activity-log.tsx'
import type { Filter } from './activity-filter.ts'

export type ActivityData = MyActivity & { filter: Filter; timeZone: string }

/** /activity: all of the user's activity (§D3.1). */
export function Page({ data: { applets, filter, ...log }, address: { path } }: PageProps<ActivityData>) {
  return (
    <div className="activity-page column">
      <header>
        <h1>Activity</h1>
      </header>
      <ActivityLog {...log} path={path} filter={filter} withApplet>
        {applets.length > 0 ? <AppletChoice applets={applets} path={path} filter={filter} /> : null}
      </ActivityLog>
    </div>
  )
}

type ChoiceProps = { applets: MyActivity['applets']; path: string; filter: Filter }

function AppletChoice({ applets, path, filter }: ChoiceProps) {
  return (
    <form className="choice" action={path} method="get">
      {filter.kind ? <input type="hidden" name="kind" value={filter.kind} /> : null}
      <label className="visually-hidden" htmlFor="applet">
        Applet
      </label>
      <select id="applet" name="applet" defaultValue={filter.applet ?? ''}>
        <option value="">All Applets</option>
        {applets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Button kind="secondary" type="submit">
        Show
      </Button>
    </form>
  )
}
