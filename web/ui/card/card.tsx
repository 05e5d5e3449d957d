import type { Brand } from '../../../worker/contract/shared/brand-color.ts'
import { BrandFill, brandClasses } from '../service/brand-fill.tsx'
import { Glyph } from '../glyph.tsx'
import { ServiceIcon } from '../service/service-icon.tsx'
import './card.css'

type CardProps = {
  href: string
  name: string
  author: string
  /** How many users have it enabled. */
  count: number
  brand: Brand
  services: readonly { name: string; monochrome_image_url: string }[]
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const EXACT = new Intl.NumberFormat('en-US')

/** An Applet in a list; the whole card is the link. */
export function Card({ href, name, author, count, brand, services }: CardProps) {
  return (
    <a className={`card ${brandClasses(brand)}`} href={href}>
      <BrandFill brand={brand} />
      <span className="icons">
        {services.map((service, index) => (
          <ServiceIcon key={index} name={service.name} src={service.monochrome_image_url} size={40} mono />
        ))}
      </span>
      <h3>{name}</h3>
      <span className="foot">
        <span className="author">
          by <b>{author}</b>
        </span>
        <span className="count">
          <Glyph name="person" size={16} />
          <span aria-hidden="true">{COMPACT.format(count)}</span>
          <span className="visually-hidden">{count === 1 ? '1 user' : `${EXACT.format(count)} users`}</span>
        </span>
      </span>
    </a>
  )
}
