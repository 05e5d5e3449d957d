import type { Home } from '../../../worker/contract/applets/browse.ts'
import { AppletGrid } from './applet-grid.tsx'
import { ServiceGrid } from './service-grid.tsx'
import { useSite } from '../site-context.tsx'
import './shelf.css'

/** Shelves for a signed-out visitor to explore: popular services and top Applets (§2.1). */
export function PopularShelves({ services, applets }: Home) {
  const { product_name } = useSite()
  return (
    <>
      <section className="page shelf" aria-labelledby="popular-services">
        <h2 id="popular-services">Popular services on {product_name}</h2>
        <ServiceGrid services={services} />
      </section>
      <section className="page shelf" aria-labelledby="top-applets">
        <h2 id="top-applets">Top Applets</h2>
        <AppletGrid applets={applets} />
      </section>
    </>
  )
}
