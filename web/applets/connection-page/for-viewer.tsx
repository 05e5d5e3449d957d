import { lazy, Suspense, use } from 'react'
import { useConnect, type ConnectSession } from '../connect/driver/use-connect.ts'

type Props = { session: Promise<ConnectSession>; onRenamed: (name: string) => void }

// Lazy: visitors never need it, and other users do not need it first.
const ViewerParts = lazy(() => import('./viewer-parts.tsx').then(({ ViewerParts: view }) => ({ default: view })))

/** At the foot of the page, so nothing below it can move. */
export function ForViewer(props: Props) {
  return (
    <Suspense fallback={null}>
      <ViewersOwn {...props} />
    </Suspense>
  )
}

function ViewersOwn({ session, onRenamed }: Props) {
  const connect = useConnect(session)
  const viewer = use(session)
  if (!connect?.state.viewer || viewer.kind !== 'user' || !viewer.viewer) return null
  const {
    me,
    viewer: { clock, runs },
  } = viewer
  return <ViewerParts connect={connect} sessionId={me.session_id} runs={runs} clock={clock} onRenamed={onRenamed} />
}
