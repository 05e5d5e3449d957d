import { Suspense } from 'react'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { statusOf } from '../connect/flow/connect-state.ts'
import { useConnect, type ConnectSession } from '../connect/driver/use-connect.ts'
import './applet-details.css'

type Props = { applet: Applet; session: Promise<ConnectSession> }

/** Details that few users want (§2.2): closed at first, and opens without scripts. */
export function AppletDetails({ applet, session }: Props) {
  return (
    // It may be open before hydration.
    <details className="applet-details" suppressHydrationWarning>
      <summary>
        <span className="more">More details</span>
        <span className="fewer">Fewer details</span>
      </summary>
      <div className="body">
        {applet.filter_code ? (
          <figure>
            <figcaption>Filter code</figcaption>
            {/* Makes a long line scrollable by keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre tabIndex={0}>
              <code>{applet.filter_code}</code>
            </pre>
          </figure>
        ) : null}
        <dl>
          <div>
            <dt>Created</dt>
            <dd>{DAY.format(applet.created_at)}</dd>
          </div>
          <Suspense fallback={null}>
            <AppletId session={session} />
          </Suspense>
        </dl>
      </div>
    </details>
  )
}

/** An explicit zone, because the date would otherwise differ between server and browser. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** For users who have it enabled alone (§2.2, §6). */
function AppletId({ session }: { session: Promise<ConnectSession> }) {
  const connect = useConnect(session)
  if (!connect || statusOf(connect.state) !== 'enabled_for_user') return null
  return (
    <div className="id">
      <dt className="visually-hidden">ID</dt>
      <dd>ID {connect.state.applet.id}</dd>
    </div>
  )
}
