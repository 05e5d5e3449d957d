import { Suspense, use } from 'react'
import type { Home } from '../../../worker/contract/applets/browse.ts'
import { PopularShelves } from '../../site/grids/popular-shelves.tsx'
import type { ConnectSession } from '../connect/driver/use-connect.ts'

type Props = { home: Home | null; session: Promise<ConnectSession> }

/** For signed-out visitors: popular services and top Applets (§2.1). */
export function PopularServices({ home, session }: Props) {
  return home ? (
    <Suspense fallback={null}>
      <VisitorsShelves home={home} session={session} />
    </Suspense>
  ) : null
}

function VisitorsShelves({ home, session }: { home: Home; session: Promise<ConnectSession> }) {
  return use(session).kind === 'visitor' ? <PopularShelves {...home} /> : null
}
