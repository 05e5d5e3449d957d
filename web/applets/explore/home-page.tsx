import { CREATE_PATH } from '../../../worker/contract/addresses.ts'
import type { Home } from '../../../worker/contract/applets/browse.ts'
import { PopularShelves } from '../../site/grids/popular-shelves.tsx'
import type { PageProps } from '../../site/session/session.ts'
import { useSite } from '../../site/site-context.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { ConnectPicture } from './connect-picture.tsx'
import './home-page.css'

/** The front page for visitors: the product, popular services and top Applets (§2.1 "Signed-out visitor"). */
export function Page({ data: { services, applets } }: PageProps<Home>) {
  const { product_name } = useSite()
  return (
    <div className="home-page">
      <section className="page hero">
        <div className="words">
          <h1>One switch connects the services you use</h1>
          <p>
            {product_name} runs Applets: when something happens in one service, something happens in another. Turn one
            on, and it runs on its own.
          </p>
          <p className="ways-in">
            <ButtonLink href={`/join?return_to=${CREATE_PATH}`}>Join free</ButtonLink>
            <ButtonLink href="/explore" kind="secondary">
              Explore Applets
            </ButtonLink>
          </p>
        </div>
        <ConnectPicture services={services} />
      </section>
      <PopularShelves services={services} applets={applets} />
    </div>
  )
}
