import { lazy, Suspense } from 'react'
import { useConnect, type ConnectSession } from './use-connect.ts'

type Props = { session: Promise<ConnectSession> }

// Visitors never need it, and nobody needs it first.
const Management = lazy(() => import('./management.tsx').then(({ Management: view }) => ({ default: view })))

/** At the page's foot, where nothing stands below that could move. */
export function ManageApplet({ session }: Props) {
  return (
    <Suspense fallback={null}>
      <ViewersManagement session={session} />
    </Suspense>
  )
}

function ViewersManagement({ session }: Props) {
  const connect = useConnect(session)
  return connect?.state.viewer ? <Management connect={connect} /> : null
}
