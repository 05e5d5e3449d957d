import type { ReactNode } from 'react'
import { pageOfAuthor } from '../../../worker/contract/accounts/former-author.ts'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { BrandFill, brandClasses } from '../../ui/service/brand-fill.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import './applet-head.css'

const COUNT = new Intl.NumberFormat('en-US')

/** The Applet's name on its brand color, with the page's purpose below it (`children`). A draft's author may have no page. */
export function AppletHead({ applet, children }: { applet: Applet; children: ReactNode }) {
  const { name, author, published, enabled_count: count, brand, step_services: services } = applet
  const page = published ? pageOfAuthor(author) : null
  return (
    <header className={`applet-head ${brandClasses(brand)}`}>
      <BrandFill brand={brand} />
      <div className="column">
        <ul className="icons" aria-label="Services">
          {services.map((service) => (
            <li key={service.module_name}>
              <ServiceIcon name={service.name} src={service.monochrome_image_url} size={54} mono lead />
            </li>
          ))}
        </ul>
        <h1>{name}</h1>
        <p className="by">
          <span>by {page ? <a href={page}>{author}</a> : <b>{author}</b>}</span>
          {count > 0 ? <span>{count === 1 ? '1 user' : `${COUNT.format(count)} users`}</span> : null}
        </p>
        {children}
      </div>
    </header>
  )
}
