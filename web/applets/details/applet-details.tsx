import { Suspense } from 'react'
import type { Applet, AppletForViewer } from '../../../worker/contract/applets/applet.ts'
import { stepsOfApplet } from '../../../worker/contract/applets/step-list.ts'
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
            <ViewersDetails session={session} />
          </Suspense>
        </dl>
      </div>
    </details>
  )
}

/** An explicit zone, because the date would otherwise differ between server and browser. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The viewer's own field values, and the id for users who have it enabled (§2.2, §6). */
function ViewersDetails({ session }: { session: Promise<ConnectSession> }) {
  const connect = useConnect(session)
  const viewer = connect?.state.viewer
  if (!connect || !viewer) return null
  const { applet } = connect.state
  return (
    <>
      {fieldsOf(applet, viewer).map(({ key, step, name, value }) => (
        <div key={key}>
          <dt>
            {step}: {name}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
      {statusOf(connect.state) === 'enabled_for_user' ? (
        <div className="id">
          <dt className="visually-hidden">ID</dt>
          <dd>ID {applet.id}</dd>
        </div>
      ) : null}
    </>
  )
}

/** "1.feed_url" is the field feed_url of the step in position 1. */
function fieldsOf(applet: Applet, { fields }: AppletForViewer) {
  const steps = stepsOfApplet(applet)
  return Object.entries(fields).flatMap(([key, value]) => {
    const [position = '', slug = ''] = key.split('.')
    const step = steps.find((each) => String(each.position) === position)
    return step && value ? [{ key, step: step.name, name: slug.replaceAll('_', ' '), value }] : []
  })
}
