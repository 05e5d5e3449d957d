import { lazy, Suspense } from 'react'
import { activityPath } from '../../../worker/contract/addresses.ts'
import { WebhookBox } from '../../webhook/webhook-box.tsx'
import { Feedback } from '../../feedback/feedback.tsx'
import { Configurations } from '../configurations/configurations.tsx'
import type { Clock } from '../../ui/dates/dates.ts'
import { isAtRest } from '../connect/flow/connect-at-rest.ts'
import { statusOf } from '../connect/flow/connect-state.ts'
import { Management } from '../manage/management.tsx'
import { Notifications } from '../notifications/notification-switches.tsx'
import type { Connect, PageViewer } from '../connect/driver/use-connect.ts'
import '../../push/push-here.css'
import './viewer-parts.css'

// Lazy: few Applets need the app.
const AppModal = lazy(() => import('../../messages/app-modal.tsx').then(({ AppModal: view }) => ({ default: view })))

// Lazy: only while the switch for runs is on.
const PushHere = lazy(() => import('../../push/push-here.tsx').then(({ PushHere: view }) => ({ default: view })))

// Lazy: visitors never see runs, and other users do not look at them first.
const AppletRuns = lazy(() =>
  import('../../activity/health/health-section.tsx').then(({ AppletRuns: view }) => ({ default: view })),
)
const TestEvent = lazy(() =>
  import('../../activity/health/test-event.tsx').then(({ TestEvent: view }) => ({ default: view })),
)

type PageRuns = PageViewer['runs']
type Props = {
  connect: Connect
  sessionId: string
  runs: PageRuns
  clock: Clock
  onRenamed: (name: string) => void
}

/** The page's content for signed-in users, below the public part in the order of §2.1. One lazy chunk. */
export function ViewerParts({ connect, sessionId, runs, clock, onRenamed }: Props) {
  return (
    <div className="viewer-parts">
      <Webhook connect={connect} />
      <Configurations connect={connect} />
      <Notifications
        connect={connect}
        here={
          <Suspense fallback={<div className="push-here" />}>
            <PushHere />
          </Suspense>
        }
      />
      <Activity connect={connect} runs={runs} clock={clock} />
      <Question connect={connect} />
      <Management connect={connect} onRenamed={onRenamed} />
      <NeededApp connect={connect} sessionId={sessionId} />
    </div>
  )
}

/** Only an enabled Applet has a URL; a disabled one receives nothing. */
function Webhook({ connect: { state, send } }: { connect: Connect }) {
  if (!state.applet.has_webhook || statusOf(state) !== 'enabled_for_user') return null
  return (
    <WebhookBox
      appletId={state.applet.id}
      url={state.viewer?.hook_url ?? null}
      hidden={state.viewer?.hook_hidden ?? false}
      onReplaced={(applet) => send({ type: 'appletReplaced', applet })}
    >
      <Suspense fallback={null}>
        <TestEvent appletId={state.applet.id} />
      </Suspense>
    </WebhookBox>
  )
}

/** Only users who have had it enabled can tell. An archived Applet shows nothing else. */
function Question({ connect: { state } }: { connect: Connect }) {
  const status = statusOf(state)
  if (!state.viewer || status === 'archived' || status === 'never_enabled_for_user') return null
  return <Feedback appletId={state.applet.id} rated={state.viewer.rated} />
}

/** Never covers a connection that is being made or was just made; it waits for the next visit. */
function NeededApp({ connect: { state, store }, sessionId }: { connect: Connect; sessionId: string }) {
  if (!state.applet.show_app_modal) return null
  return (
    <Suspense fallback={null}>
      <AppModal
        applet={state.applet}
        sessionId={sessionId}
        page={{ resting: isAtRest(state), hasBegun: store.hasBegun }}
      />
    </Suspense>
  )
}

/** Hidden when the user never enabled it (§2.1). An archived Applet may not know whether its author ever did. */
function Activity({ connect: { state }, runs, clock }: { connect: Connect; runs: PageRuns; clock: Clock }) {
  if (!state.viewer || statusOf(state) === 'never_enabled_for_user') return null
  const { connections, last_change } = state.viewer
  if (statusOf(state) === 'archived' && last_change === null) return null
  return (
    <Suspense fallback={null}>
      <AppletRuns
        appletId={state.applet.id}
        runs={runs}
        enabled={statusOf(state) === 'enabled_for_user'}
        connection={connectionOf(connections)}
        known={state.viewer}
        activityHref={activityPath(state.applet)}
        clock={clock}
      />
    </Suspense>
  )
}

function connectionOf(connections: readonly { connected: boolean; broken: boolean }[]): 'none' | 'working' | 'broken' {
  if (connections.length === 0) return 'none'
  return connections.some(({ connected, broken }) => broken || !connected) ? 'broken' : 'working'
}
