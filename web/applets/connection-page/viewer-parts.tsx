import { useEffect, useState } from 'react'
import { activityPath, editPath, publishPath } from '../../../worker/contract/addresses.ts'
import { arriveAtHeading } from '../../browser/navigation/arrival.ts'
import { AppletRuns } from '../../activity/health/health-section.tsx'
import { Feedback } from '../feedback/feedback.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import type { Clock } from '../../ui/dates/dates.ts'
import { useSite } from '../../site/site-context.tsx'
import { lazyPart } from '../../site/lazy-part.tsx'
import { isAtRest } from '../connect/flow/connect-at-rest.ts'
import { statusOf } from '../connect/flow/connect-state.ts'
import { Notifications } from '../notifications/notification-switches.tsx'
import type { Connect, PageViewer } from '../connect/driver/use-connect.ts'
import '../../users/push/push-here.css'
import './viewer-parts.css'

// Lazy: few Applets need the app, have features to switch, or start with a web request or a press.
const AppModal = lazyPart('users/messages/app-modal.tsx', () =>
  import('../../users/messages/app-modal.tsx').then((module) => module.AppModal),
)
const Configurations = lazyPart('applets/configurations/configurations.tsx', () =>
  import('../configurations/configurations.tsx').then((module) => module.Configurations),
)
const Starters = lazyPart('applets/connection-page/starters.tsx', () =>
  import('./starters.tsx').then((module) => module.Starters),
)

// Lazy: one's own Applet says it in its list of steps.
const SaidSteps = lazyPart('applets/connection-page/said-steps.tsx', () =>
  import('./said-steps.tsx').then((module) => module.SaidSteps),
)
// Lazy: only while the switch for runs is on.
const PushHere = lazyPart(
  'users/push/push-here.tsx',
  () => import('../../users/push/push-here.tsx').then((module) => module.PushHere),
  <div className="push-here" />,
)

type PageRuns = PageViewer['runs']
type Props = {
  connect: Connect
  sessionId: string
  verified: boolean
  token: string
  runs: PageRuns
  clock: Clock
}

/** The page's content for signed-in users, beside or below the public part in the order of §2.1. One lazy chunk. */
export function ViewerParts({ connect, sessionId, verified, token, runs, clock }: Props) {
  const { applet } = connect.state
  const [presses, setPresses] = useState(0)
  useEffect(arriveAtHeading, [])
  return (
    <div className="viewer-parts">
      {applet.has_webhook || applet.has_button || applet.has_mail ? (
        <Starters connect={connect} token={token} onPressed={() => setPresses(presses + 1)} />
      ) : null}
      {connect.state.viewer?.newer_version ? (
        <p>
          A new version is there. <a href={editPath(applet)}>Update yours</a>
        </p>
      ) : null}
      {applet.published && !applet.taken_down && connect.state.viewer?.said.length ? (
        <SaidSteps state={connect.state} />
      ) : null}
      <Features connect={connect} />
      <Notifications connect={connect} here={<PushHere />} />
      <Activity connect={connect} runs={runs} clock={clock} presses={presses} />
      <Publication connect={connect} />
      <Question connect={connect} />
      <NeededApp connect={connect} sessionId={sessionId} verified={verified} />
    </div>
  )
}

/** The features of a dynamic connection while it is enabled (§1, §3 configurations). */
function Features({ connect }: { connect: Connect }) {
  const { applet, viewer } = connect.state
  if (!viewer || statusOf(connect.state) !== 'enabled_for_user') return null
  if (applet.config_type !== 'dynamic' || applet.configurations.length === 0) return null
  return <Configurations connect={connect} viewer={viewer} />
}

/** Where its author publishes it, changes what everybody reads of it (§2.1), or appeals. */
function Publication({ connect: { state } }: { connect: Connect }) {
  const { applet, viewer } = state
  const { support_url } = useSite()
  if (!viewer?.can_publish && !(viewer?.is_author && applet.published)) return null
  const [words, href, label] = applet.taken_down
    ? ['If you think this is wrong, please tell us.', support_url, 'Ask us to look again']
    : viewer.can_publish
      ? ['Publish this Applet so anyone can use it', publishPath(applet), 'Publish']
      : ['Anyone can use this Applet', publishPath(applet), 'Change publication']
  return href ? (
    <section className="publish" aria-label="Publication">
      <p>{words}</p>
      <ButtonLink kind="secondary" size="small" href={href}>
        {label}
      </ButtonLink>
    </section>
  ) : null
}

/** Last, because it is not what the page is opened for. */
function Question({ connect: { state } }: { connect: Connect }) {
  if (!state.viewer || statusOf(state) === 'archived') return null
  return <Feedback appletId={state.applet.id} rated={state.viewer.rated} />
}

/** Never covers a connection that is being made or was just made; it waits for the next visit. */
function NeededApp({ connect: { state, store }, ...rest }: Pick<Props, 'connect' | 'sessionId' | 'verified'>) {
  if (!state.applet.show_app_modal) return null
  return <AppModal applet={state.applet} {...rest} page={{ resting: isAtRest(state), hasBegun: store.hasBegun }} />
}

type ActivityProps = { connect: Connect; runs: PageRuns; clock: Clock; presses: number }

/** Hidden when the user never enabled it (§2.1). An archived Applet may not know whether its author ever did. */
function Activity({ connect: { state }, runs, clock, presses }: ActivityProps) {
  if (!state.viewer || statusOf(state) === 'never_enabled_for_user') return null
  const { connections, last_change } = state.viewer
  if (statusOf(state) === 'archived' && last_change === null) return null
  return (
    <AppletRuns
      appletId={state.applet.id}
      runs={runs}
      presses={presses}
      enabled={statusOf(state) === 'enabled_for_user'}
      connection={connectionOf(connections)}
      known={state.viewer}
      activityHref={activityPath(state.applet)}
      clock={clock}
    />
  )
}

function connectionOf(connections: readonly { connected: boolean; broken: boolean }[]): 'none' | 'working' | 'broken' {
  if (connections.length === 0) return 'none'
  return connections.some(({ connected, broken }) => broken || !connected) ? 'broken' : 'working'
}
