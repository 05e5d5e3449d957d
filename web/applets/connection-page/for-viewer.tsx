import { Suspense, use } from 'react'
import { lazyPart } from '../../site/lazy-part.tsx'
import { statusOf, type ConnectState } from '../connect/flow/connect-state.ts'
import { useConnect, type ConnectSession } from '../connect/driver/use-connect.ts'

type Props = { part: keyof typeof PARTS; session: Promise<ConnectSession> }

// Lazy: visitors never need them, and other users do not need them first.
const ManageBar = lazyPart('applets/manage/manage-bar.tsx', () =>
  import('../manage/manage-bar.tsx').then((module) => module.ManageBar),
)
const ViewerParts = lazyPart('applets/connection-page/viewer-parts.tsx', () =>
  import('./viewer-parts.tsx').then((module) => module.ViewerParts),
)
const PARTS = { bar: ManageBar, body: ViewerParts }

/** What the page has for its viewer, where nothing below it can move: the bar above its body, or the parts that end it. */
export function ForViewer(props: Props) {
  return (
    <Suspense fallback={null}>
      <ViewersOwn {...props} />
    </Suspense>
  )
}

function ViewersOwn({ part, session }: Props) {
  const connect = useConnect(session)
  const viewer = use(session)
  if (!connect || viewer.kind !== 'user' || !viewer.viewer || !hasPart(part, connect.state)) return null
  const {
    me,
    viewer: { clock, runs },
  } = viewer
  const { session_id: sessionId, email_verified: verified, csrf_token: token } = me
  const Part = PARTS[part]
  return <Part {...{ connect, sessionId, verified, token, runs, clock }} />
}

/** Whether its viewer has this part: the bar where they enabled or wrote it; below, at least the question (§2.5). */
function hasPart(part: Props['part'], state: ConnectState): boolean {
  const { applet, viewer } = state
  if (!viewer) return false
  if (viewer.is_author || statusOf(state) !== 'never_enabled_for_user') return true
  return part === 'body' && (applet.show_app_modal || !viewer.rated)
}
