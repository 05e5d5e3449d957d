import type { Brand } from '../../../worker/contract/shared/brand-color.ts'
import { BrandFill, brandClasses } from './brand-fill.tsx'
import { ServiceIcon } from './service-icon.tsx'
import '../badge.css'
import './service-card.css'

/** `is_new`: nobody has seen it work with a real account yet. */
type ServiceCardProps = { href: string; name: string; brand: Brand; monochrome_image_url: string; is_new: boolean }

/** A service in a list: its icon and name on its color. */
export function ServiceCard({ href, name, brand, monochrome_image_url, is_new }: ServiceCardProps) {
  return (
    <a className={`service-card ${brandClasses(brand)}`} href={href}>
      <BrandFill brand={brand} />
      <ServiceIcon name="" src={monochrome_image_url} size={54} mono />
      <span className="name">{name}</span>
      {is_new ? <span className="badge">New</span> : null}
    </a>
  )
}
