import type { Service } from '../../../worker/contract/connections/service.ts'
import { BrandFill, brandClasses } from '../../ui/service/brand-fill.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import './home-page.css'

/** Decorative picture of the product: two services with a switch between them. The text is next to it. */
export function ConnectPicture({ services: [first, second] }: { services: readonly Service[] }) {
  if (!first || !second) return null
  return (
    <div className="connect-picture" aria-hidden="true">
      <Tile service={first} />
      <span className="wire" />
      <span className="track">
        <span className="knob" />
      </span>
      <span className="wire" />
      <Tile service={second} />
    </div>
  )
}

function Tile({ service }: { service: Service }) {
  return (
    <span className={`tile ${brandClasses(service.brand)}`}>
      <BrandFill brand={service.brand} />
      <ServiceIcon name="" src={service.monochrome_image_url} size={54} mono lead />
    </span>
  )
}
