import { Suspense, use } from 'react'
import type { Home } from '../../worker/contract/catalogue.ts'
import { AppletGrid } from '../site/applet-grid.tsx'
import { ServiceGrid } from '../site/service-grid.tsx'
import { useSite } from '../site/site-context.tsx'
import type { ConnectSession } from './use-connect.ts'

type Props = { home: Home | null; session: Promise<ConnectSession> }

/** For signed-out visitors: services to look into, and the Applets that most people use (§2.1). */
export function PopularServices({ home, session }: Props) {
  return home ? (
    <Suspense fallback={null}>
      <VisitorsShelves home={home} session={session} />
    </Suspense>
  ) : null
}

function VisitorsShelves({ home, session }: { home: Home; session: Promise<ConnectSession> }) {
  const { product_name } = useSite()
  if (use(session).kind !== 'visitor') return null
  return (
    <>
      <section className="page shelf" aria-labelledby="popular-services">
        <h2 id="popular-services">Popular services on {product_name}</h2>
        <ServiceGrid services={home.services} />
      </section>
      <section className="page shelf" aria-labelledby="top-applets">
        <h2 id="top-applets">Top Applets</h2>
        <AppletGrid applets={home.applets} />
      </section>
    </>
  )
}
