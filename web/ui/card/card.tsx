import { appletPath } from '../../../worker/contract/addresses.ts'
import type { AppletCard } from '../../../worker/contract/applets/applet.ts'
import { BrandFill, brandClasses } from '../service/brand-fill.tsx'
import { Glyph } from '../glyph.tsx'
import { ServiceIcon } from '../service/service-icon.tsx'
import './card.css'

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const EXACT = new Intl.NumberFormat('en-US')

/** An Applet in a list; the whole card is the link to its page. */
export function Card({ applet }: { applet: AppletCard }) {
  const { name, author, enabled_count: count, brand, services } = applet
  return (
    <a className={`card ${brandClasses(brand)}`} href={appletPath(applet)}>
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
