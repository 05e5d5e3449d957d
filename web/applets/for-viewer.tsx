import { lazy, Suspense, use } from 'react'
import { useConnect, type ConnectSession } from './use-connect.ts'

type Props = { session: Promise<ConnectSession> }

// Visitors never need it, and nobody needs it first.
const ViewerParts = lazy(() => import('./viewer-parts.tsx').then(({ ViewerParts: view }) => ({ default: view })))

/** At the page's foot, where nothing stands below that could move. */
export function ForViewer({ session }: Props) {
  return (
    <Suspense fallback={null}>
      <ViewersOwn session={session} />
    </Suspense>
  )
}

function ViewersOwn({ session }: Props) {
  const connect = useConnect(session)
  const viewer = use(session)
  if (!connect?.state.viewer || viewer.kind !== 'user' || !viewer.viewer) return null
  return <ViewerParts connect={connect} sessionId={viewer.me.session_id} clock={viewer.viewer.clock} />
}
