import type { Home } from '../../worker/contract/catalogue.ts'
import { AppletGrid } from '../site/applet-grid.tsx'
import { ServiceGrid } from '../site/service-grid.tsx'
import type { PageProps } from '../site/session.ts'
import { useSite } from '../site/site-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ConnectPicture } from './connect-picture.tsx'

/** What a visitor sees first: what this is, popular services, top Applets (§2.1 "Signed-out visitor"). */
export function Page({ data: { services, applets } }: PageProps<Home>) {
  const { product_name } = useSite()
  return (
    <div className="home-page">
      <section className="page hero">
        <div className="words">
          <h1>One switch connects the services you use</h1>
          <p>
            {product_name} runs Applets: when something happens in one service, something happens in another. Switch one
            on, and it works by itself.
          </p>
          <p className="ways-in">
            <ButtonLink href="/join">Join free</ButtonLink>
            <ButtonLink href="/explore" kind="secondary">
              Explore Applets
            </ButtonLink>
          </p>
        </div>
        <ConnectPicture services={services} />
      </section>
      <section className="page shelf" aria-labelledby="popular-services">
        <h2 id="popular-services">Popular services on {product_name}</h2>
        <ServiceGrid services={services} />
      </section>
      <section className="page shelf" aria-labelledby="top-applets">
        <h2 id="top-applets">Top Applets</h2>
        <AppletGrid applets={applets} />
      </section>
    </div>
  )
}
